"use strict";

// Shows what others change. The list comes from the server, which has escaped its texts; while one is on its way,
// another change asks for one more.
const list = document.getElementById("recipes");

if (list) {
    let wanted = false;
    let busy = false;

    const refresh = async () => {
        wanted = true;
        if (busy) {
            return;
        }
        busy = true;
        try {
            while (wanted) {
                wanted = false;
                const answer = await fetch("/list");
                if (answer.ok) {
                    list.innerHTML = await answer.text();
                }
            }
        } finally {
            busy = false;
        }
    };

    new EventSource("/changes?after=" + list.dataset.newest).addEventListener("change", refresh);
}
