// The beamer: long lists in pages that turn by themselves. Arrow keys turn by hand, the space bar holds still.

const DWELL = 10_000; // milliseconds a page stays
const SIZES = [1.7, 1.4, 1.2, 1]; // letters as large as they can be with everything on one page
let page = 0;
let held = false;

const list = () => document.querySelector("[data-pages]");

// The list gets the height that is left on the screen; columns that do not fit stand to the right of it.
function fit() {
  const element = list();
  if (!element) return;
  element.classList.add("paged");
  const foot = document.querySelector(".ticker").offsetHeight;
  const top = element.getBoundingClientRect().top + scrollY;
  element.style.height = `${Math.max(innerHeight - top - foot - 48, 200)}px`;
  for (const size of SIZES) {
    element.style.fontSize = `${size}rem`;
    if (measure(element).count === 1) break;
  }
  show(page);
}

function measure(element) {
  const step = element.clientWidth + (parseFloat(getComputedStyle(element).columnGap) || 0);
  return { step, count: Math.max(1, Math.ceil((element.scrollWidth - 1) / step)) };
}

function show(wanted) {
  const element = list();
  if (!element) return;
  const { step, count } = measure(element);
  page = (wanted + count) % count;
  element.scrollLeft = page * step;
  const label = document.getElementById("page");
  label.textContent = count > 1 ? `${page + 1} / ${count}${held ? " ❚❚" : ""}` : "";
}

function tell() {
  document.getElementById("clock").textContent = new Date().toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === "PageDown") show(page + 1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") show(page - 1);
  else if (event.key === " " && event.target === document.body) {
    held = !held;
    show(page);
    event.preventDefault();
  }
});

document.addEventListener("htmx:afterSwap", fit);
addEventListener("resize", fit);
setInterval(() => held || show(page + 1), DWELL);
setInterval(tell, 5_000);
document.fonts.ready.then(fit);
tell();
