package main

// selects receives n values from channels by a select with a case for each; written by hand it would
// read the same, and reflect.Select is no peer: it allocates.
var selects = map[int]func(c []chan int64, n int64) int64{2: select2, 8: select8, 64: select64}

func select2(c []chan int64, n int64) int64 {
	sum := int64(0)
	for i := int64(0); i < n; i++ {
		select {
		case value := <-c[0]:
			sum += value
		case value := <-c[1]:
			sum += value
		}
	}
	return sum
}

func select8(c []chan int64, n int64) int64 {
	sum := int64(0)
	for i := int64(0); i < n; i++ {
		select {
		case value := <-c[0]:
			sum += value
		case value := <-c[1]:
			sum += value
		case value := <-c[2]:
			sum += value
		case value := <-c[3]:
			sum += value
		case value := <-c[4]:
			sum += value
		case value := <-c[5]:
			sum += value
		case value := <-c[6]:
			sum += value
		case value := <-c[7]:
			sum += value
		}
	}
	return sum
}

func select64(c []chan int64, n int64) int64 {
	sum := int64(0)
	for i := int64(0); i < n; i++ {
		select {
		case value := <-c[0]:
			sum += value
		case value := <-c[1]:
			sum += value
		case value := <-c[2]:
			sum += value
		case value := <-c[3]:
			sum += value
		case value := <-c[4]:
			sum += value
		case value := <-c[5]:
			sum += value
		case value := <-c[6]:
			sum += value
		case value := <-c[7]:
			sum += value
		case value := <-c[8]:
			sum += value
		case value := <-c[9]:
			sum += value
		case value := <-c[10]:
			sum += value
		case value := <-c[11]:
			sum += value
		case value := <-c[12]:
			sum += value
		case value := <-c[13]:
			sum += value
		case value := <-c[14]:
			sum += value
		case value := <-c[15]:
			sum += value
		case value := <-c[16]:
			sum += value
		case value := <-c[17]:
			sum += value
		case value := <-c[18]:
			sum += value
		case value := <-c[19]:
			sum += value
		case value := <-c[20]:
			sum += value
		case value := <-c[21]:
			sum += value
		case value := <-c[22]:
			sum += value
		case value := <-c[23]:
			sum += value
		case value := <-c[24]:
			sum += value
		case value := <-c[25]:
			sum += value
		case value := <-c[26]:
			sum += value
		case value := <-c[27]:
			sum += value
		case value := <-c[28]:
			sum += value
		case value := <-c[29]:
			sum += value
		case value := <-c[30]:
			sum += value
		case value := <-c[31]:
			sum += value
		case value := <-c[32]:
			sum += value
		case value := <-c[33]:
			sum += value
		case value := <-c[34]:
			sum += value
		case value := <-c[35]:
			sum += value
		case value := <-c[36]:
			sum += value
		case value := <-c[37]:
			sum += value
		case value := <-c[38]:
			sum += value
		case value := <-c[39]:
			sum += value
		case value := <-c[40]:
			sum += value
		case value := <-c[41]:
			sum += value
		case value := <-c[42]:
			sum += value
		case value := <-c[43]:
			sum += value
		case value := <-c[44]:
			sum += value
		case value := <-c[45]:
			sum += value
		case value := <-c[46]:
			sum += value
		case value := <-c[47]:
			sum += value
		case value := <-c[48]:
			sum += value
		case value := <-c[49]:
			sum += value
		case value := <-c[50]:
			sum += value
		case value := <-c[51]:
			sum += value
		case value := <-c[52]:
			sum += value
		case value := <-c[53]:
			sum += value
		case value := <-c[54]:
			sum += value
		case value := <-c[55]:
			sum += value
		case value := <-c[56]:
			sum += value
		case value := <-c[57]:
			sum += value
		case value := <-c[58]:
			sum += value
		case value := <-c[59]:
			sum += value
		case value := <-c[60]:
			sum += value
		case value := <-c[61]:
			sum += value
		case value := <-c[62]:
			sum += value
		case value := <-c[63]:
			sum += value
		}
	}
	return sum
}
