// What moves on the station's page: a game that is followed, one that is looked through, the staff's forms.
"use strict";
(() => {
  const byId = id => document.getElementById(id);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const known = {};

  function put(parts, glide) {
    for (const [id, markup] of Object.entries(parts)) {
      const place = byId(id);
      if (place && known[id] !== markup) {
        known[id] = markup;
        place.innerHTML = markup;
        if (id === "things" && glide && !still.matches) {
          for (const motion of place.querySelectorAll("animateMotion")) motion.beginElement();
        }
      }
    }
  }

  // Nothing under a finger changes its meaning: what has come to a place takes no touch that began before, and
  // none for a while if it came by itself, not by what somebody asked for. So does the screen.
  function guard(calmMs) {
    const touched = "a, button, input, summary, textarea", places = new WeakMap(), from = new WeakMap();
    let begun = 0, asked = sessionStorage.getItem("turned") ? -Infinity : performance.now();

    function look() {
      const now = performance.now(), byItself = now - asked > 100;
      for (const it of document.querySelectorAll(touched)) {
        const box = it.getBoundingClientRect();
        const place = `${box.x + scrollX} ${box.y + scrollY} ${it.textContent} ${it.ariaLabel}`;
        if (places.has(it) ? places.get(it) !== place : byItself) from.set(it, byItself ? now + calmMs : now);
        places.set(it, place);
      }
    }

    sessionStorage.removeItem("turned");
    addEventListener("pointerdown", event => { begun = event.timeStamp; }, true);
    addEventListener("keydown", () => { asked = performance.now(); }, true);
    addEventListener("click", event => {
      // A key means what has the focus, wherever that stands.
      if (event.detail && begun < from.get(event.target.closest(touched))) {
        event.preventDefault();
        event.stopPropagation();
      } else asked = performance.now();
    }, true);
    new MutationObserver(look).observe(document.body, {attributes: true, childList: true, subtree: true});
    new ResizeObserver(look).observe(byId("main"));
    look();
  }

  function turn(path) {
    sessionStorage.setItem("turned", "1");
    if (path) location.assign(path); else location.reload();
  }

  function follow() {
    const data = document.body.dataset, lost = byId("lost"), course = byId("course");
    const lostText = lost && lost.textContent;
    let stream = null, waiting = 0;

    function tell(text) {
      if (!lost) return;
      lost.hidden = !text;
      document.body.classList.toggle("lost", Boolean(text));
      if (text) lost.textContent = text;
    }

    function open() {
      clearTimeout(waiting);
      if (stream) stream.close();
      const query = new URLSearchParams({game: data.game, after: data.after});
      stream = new EventSource(`/stream?${query}`);
      stream.addEventListener("here", () => tell(""));
      stream.addEventListener("entry", event => {
        const told = JSON.parse(event.data);
        data.after = event.lastEventId;
        put(told.parts, true);
        if (told.line && course) {
          const item = document.createElement("li");
          item.textContent = told.line;
          item.dataset.entry = event.lastEventId;
          course.prepend(item);
        }
        performance.mark(`entry-${event.lastEventId}`);
      });
      stream.addEventListener("advice", event => put(JSON.parse(event.data).parts, false));
      stream.addEventListener("next", () => { stream.close(); turn(data.next); });
      stream.addEventListener("full", () => tell(data.full));
      stream.addEventListener("error", () => {
        if (lost && (lost.hidden || lost.textContent !== data.full)) tell(lostText);
        if (stream.readyState === EventSource.CLOSED) waiting = setTimeout(open, 5000);
      });
    }

    document.addEventListener("click", async event => {
      const {ply, choice} = event.target.dataset, vote = byId("vote");
      const answer = choice !== undefined && await fetch("/vote", {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({game: data.game, ply, choice}),
      }).catch(() => ({status: 503}));
      const head = event.target.isConnected && vote.firstChild;
      if (!answer || !head) return;
      head.dataset.asked ??= head.textContent;
      head.textContent = answer.ok ? head.dataset.asked : {429: data.crowd, 503: lostText}[answer.status] || data.late;
      for (const it of answer.ok ? vote.querySelectorAll("button") : []) it.setAttribute("aria-pressed", it === event.target);
    });

    // A page that nobody looks at leaves its place to others.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) { clearTimeout(waiting); stream.close(); } else open();
    });
    open();
  }

  // A kept file has its steps side by side, for those who open it where no script runs.
  async function replay(root) {
    const slider = byId("slider"), run = byId("run"), figure = root.querySelector("figure.chances");
    const strip = root.querySelector(".strip"), answer = strip || await fetch(root.dataset.steps);
    if (!strip && !answer.ok) return;
    const shown = it => [...it.querySelectorAll("[data-part]")].map(part => [part.dataset.part, part.innerHTML]);
    const steps = !strip ? await answer.json() : [...strip.children].map(it =>
      ({entry: Number(it.dataset.entry), line: it.dataset.line, parts: Object.fromEntries(shown(it))}));
    root.classList.remove("still");
    const course = (figure ? figure.dataset.course.split(" ") : []).map(pair => pair.split(":").map(Number));
    let running = 0;

    function show(index, glide) {
      const at = Math.max(0, Math.min(steps.length - 1, index)), step = steps[at];
      slider.value = at;
      slider.setAttribute("aria-valuetext", step.line || "");
      byId("step").textContent = `${at + 1} / ${steps.length}`;
      put(step.parts, glide);
      if (!figure) return;
      let turn = 0;
      while (turn + 1 < course.length && course[turn + 1][0] <= step.entry) turn += 1;
      byId("cursor").setAttribute("transform", `translate(${600 * turn / (course.length - 1)} 0)`);
      const percent = Math.round(100 * course[turn][1]);
      byId("chance-a").textContent = `${percent} %`;
      byId("chance-b").textContent = `${100 - percent} %`;
    }
    function stop() { clearInterval(running); name(running = 0); }
    function name(isOn) {
      run.setAttribute("aria-label", root.dataset[isOn ? "stop" : "play"]);
      run.classList.toggle("running", Boolean(isOn));
    }
    function go(index) { const on = index === Number(slider.value) + 1; stop(); show(index, on); }
    function start() {
      if (Number(slider.value) === steps.length - 1) show(0, false);
      name(true);
      running = setInterval(() => {
        show(Number(slider.value) + 1, true);
        if (Number(slider.value) === steps.length - 1) stop();
      }, 1200);
    }

    slider.max = steps.length - 1;
    slider.disabled = false;
    slider.addEventListener("input", () => { stop(); show(Number(slider.value), false); });
    byId("first").addEventListener("click", () => go(0));
    byId("back").addEventListener("click", () => go(Number(slider.value) - 1));
    byId("on").addEventListener("click", () => go(Number(slider.value) + 1));
    byId("last").addEventListener("click", () => go(steps.length - 1));
    run.addEventListener("click", () => { if (running) stop(); else start(); });
    show(steps.length - 1, false);
  }

  function say(told, text, isRight) {
    told.textContent = text;
    told.className = isRight ? "right" : "wrong";
  }

  function giveBack(form, place, told) {
    const typed = JSON.parse(sessionStorage.getItem(place));
    sessionStorage.removeItem(place);
    if (!typed || Date.now() - typed.at > 3600000) return;
    for (const [name, value] of Object.entries(typed.given)) {
      if (form.elements[name]) form.elements[name].value = value;
    }
    say(told, form.dataset.typed, false);
  }

  function send(form) {
    const told = form.querySelector("[role=status]");
    const place = `typed ${location.pathname} ${form.dataset.post}`;
    form.addEventListener("submit", async event => {
      event.preventDefault();
      if (form.dataset.sure && !confirm(form.dataset.sure)) return;
      const given = Object.fromEntries(new FormData(form));
      const button = event.submitter || form.querySelector("button"), shown = form.querySelector("img.shown");
      button.disabled = true;
      try {
        const answer = await fetch(button.getAttribute("formaction") || form.dataset.post, {
          method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(given),
        });
        const said = await answer.json();
        // The session has ended: what was typed waits in this tab until somebody has signed in again.
        if (said.go && !said.ok) sessionStorage.setItem(place, JSON.stringify({at: Date.now(), given}));
        if (said.go) turn(said.go);
        say(told, said.said || "", said.ok);
        if (said.show && shown) { shown.src = said.show; shown.hidden = false; }
        // What is wrong is said beside its field.
        const field = said.field && form.querySelector(`[name^="${said.field}"]`);
        (field ? field.closest("p, fieldset") : button.closest(".row")).after(told);
        if (!said.ok) (field || form.querySelector("input"))?.focus();
      } catch {
        say(told, form.dataset.lost, false);
      } finally {
        button.disabled = false;
      }
    });
    if (form.dataset.typed) giveBack(form, place, told);
  }

  const played = document.querySelector(".replay");
  if (!played || !played.querySelector(".strip")) guard(Number(document.body.dataset.calm));
  if (document.body.dataset.game) follow();
  if (played) replay(played);
  for (const form of document.querySelectorAll("form[data-post]")) send(form);
})();
