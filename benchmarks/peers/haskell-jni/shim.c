/* What inline-java's library has of the Java Native Interface for such handlers. */
#include <Rts.h>
#include <jni.h>

jint JNI_OnLoad(JavaVM *machine, void *reserved) {
  (void)machine;
  (void)reserved;
  char *options[] = {"handlers", "+RTS", "--install-signal-handlers=no", "-N", "-RTS", NULL};
  char **given = options;
  int count = 5;
  RtsConfig config = defaultRtsConfig;
  config.rts_opts_enabled = RtsOptsAll;
  hs_init_ghc(&count, &given, config);
  return JNI_VERSION_10;
}

jobject new_byte_array(JNIEnv *env, jint length) { return (*env)->NewByteArray(env, length); }

jint array_length(JNIEnv *env, jarray array) { return (*env)->GetArrayLength(env, array); }

void get_bytes(JNIEnv *env, jbyteArray array, jint length, jbyte *to) {
  (*env)->GetByteArrayRegion(env, array, 0, length, to);
}

void set_bytes(JNIEnv *env, jbyteArray array, jint length, jbyte *from) {
  (*env)->SetByteArrayRegion(env, array, 0, length, from);
}

jint exception_occurred(JNIEnv *env) { return (*env)->ExceptionCheck(env); }

void start_query(JNIEnv *env, jobject exchange, jlong continuation) {
  static jmethodID method;
  if (method == NULL) {
    method = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, exchange), "startQuery", "(J)V");
  }
  jvalue arguments[] = {{.j = continuation}};
  (*env)->CallVoidMethodA(env, exchange, method, arguments);
}
