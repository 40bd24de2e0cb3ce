"use strict";
// Without this script every page works: it asks again by itself. With it a page changes in place, and clocks run.
(() => {
  const show = (left) => {
    const seconds = Math.max(0, Math.ceil(left / 1000));
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return (hours ? hours + ":" + two(minutes) : String(minutes)) + ":" + two(seconds % 60);
  };
  let begun = performance.now();
  setInterval(() => {
    for (const clock of document.querySelectorAll("[data-runs]")) {
      clock.textContent = show(Number(clock.dataset.runs) - (performance.now() - begun));
    }
  }, 250);
  const main = () => document.querySelector("main");
  let asking = false;
  const refresh = async () => {
    if (asking || document.hidden) return;
    asking = true;
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const next = page.querySelector("main");
        if (next && next.innerHTML !== main().innerHTML) {
          main().replaceWith(document.importNode(next, true));
          begun = performance.now();
        }
        document.title = page.title;
      }
    } catch { /* The line is away: the next time is soon. */ }
    asking = false;
  };
  const { live, every } = main().dataset;
  if (every) setInterval(refresh, Number(every) * 1000);
  if (live) {
    const source = new EventSource(live);
    let first = true;
    source.onmessage = () => { if (first) first = false; else refresh(); };
    source.addEventListener("over", () => { source.close(); refresh(); });
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden && (live || every)) refresh(); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const name = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    const link = name && document.querySelector('a[data-go="' + name + '"]');
    if (link) { event.preventDefault(); link.click(); }
  });
})();
