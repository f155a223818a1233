// Search visualizer: how the engines search a small position, step by step, alone or side by side.

/** @import { Game, LessonAlgorithm, SearchTrace } from "../types.js" */
import { errorMessage, listGames, traceSearch } from "../api.js";
import { announce, h, replaceContent } from "../dom.js";
import { LessonForm } from "./lesson-form.js";
import { SearchPanel } from "./search-panel.js";
import { SearchPlayer } from "./search-player.js";
import { text } from "../texts.js";

/** @param {HTMLElement} main */
export async function showSearchPage(main) {
  const games = (await listGames()).filter(({ search_lesson }) => search_lesson.positions.length > 0);
  document.title = text("page-title", { title: text("search-title") });
  const page = new SearchPage(games);
  replaceContent(main, page.element);
  const onKey = (/** @type {KeyboardEvent} */ event) => page.player.handleKey(event);
  let width = innerWidth;
  const onResize = () => {
    if (innerWidth !== width) page.showTraces();
    width = innerWidth;
  };
  document.addEventListener("keydown", onKey);
  addEventListener("resize", onResize);
  await page.run();
  return () => {
    page.player.pause();
    document.removeEventListener("keydown", onKey);
    removeEventListener("resize", onResize);
  };
}

class SearchPage {
  /** @param {Game[]} games */
  constructor(games) {
    this.form = new LessonForm(games, () => this.run());
    this.player = new SearchPlayer((step, isManual) => this.showStep(step, isManual));
    /** @type {SearchPanel[]} */
    this.panels = [];
    /** @type {{ algorithm: LessonAlgorithm, trace: SearchTrace }[]} */
    this.results = [];
    this.requests = 0;
    this.error = h("p", { class: "error", role: "alert" });
    this.summary = h("p", { class: "trace-summary", "aria-live": "polite" });
    this.area = h("div", { class: "trace-panels" });
    this.element = h(
      "div",
      { class: "search-lab" },
      h(
        "div",
        { class: "search-lead" },
        h("h1", {}, text("search-title")),
        h("p", { class: "soft" }, text("search-introduction")),
      ),
      this.form.element,
      this.error,
      this.player.element,
      this.summary,
      this.area,
    );
  }

  /** Fetches and shows the searches of the chosen algorithms. */
  async run() {
    const request = (this.requests += 1);
    const { algorithms } = this.form;
    this.form.update();
    this.player.pause();
    this.summary.textContent = text("search-loading");
    this.error.textContent = "";
    try {
      const traces = await Promise.all(algorithms.map((algorithm) => traceSearch(this.form.request(algorithm))));
      if (request !== this.requests) return;
      this.results = algorithms.map((algorithm, index) => ({ algorithm, trace: traces[index] }));
    } catch (error) {
      if (request !== this.requests) return;
      this.results = [];
      this.error.textContent = errorMessage(error);
    }
    this.player.step = 0;
    this.showTraces();
    this.summary.textContent = this.summarize();
  }

  /** Draws the searches, again after the width of the page has changed. */
  showTraces() {
    const { player } = this;
    const { step } = player;
    this.panels = this.results.map(
      ({ algorithm, trace }) => new SearchPanel(this.form.game, algorithm, trace, (at) => player.goTo(at)),
    );
    this.area.classList.toggle("is-pair", this.panels.length > 1);
    replaceContent(
      this.area,
      this.panels.map(({ element }) => element),
    );
    player.element.hidden = this.panels.length === 0;
    player.reset(Math.max(0, ...this.panels.map(({ last }) => last)), step);
  }

  summarize() {
    const [first, second] = this.results.map(({ algorithm, trace }) => ({ ...algorithm, nodes: trace.counted }));
    if (!first) return "";
    if (!second) return text("search-summary-one", { title: first.title, nodes: first.nodes });
    const counts = text("search-summary-two", {
      first: first.title,
      firstNodes: first.nodes,
      second: second.title,
      secondNodes: second.nodes,
    });
    // Play-outs and nodes of another algorithm are different things.
    if (first.limit !== second.limit || second.nodes > first.nodes) return counts;
    if (first.nodes === second.nodes) return `${counts} ${text("search-summary-equal")}`;
    return `${counts} ${text("search-summary-fewer", { percent: Math.round(100 * (1 - second.nodes / first.nodes)) })}`;
  }

  /** @param {number} step @param {boolean} isManual */
  showStep(step, isManual) {
    const sentences = this.panels.map((panel) => panel.show(step));
    // While it plays, a screen reader could not keep up.
    if (isManual && step > 0) announce(sentences.join(" "));
  }
}
