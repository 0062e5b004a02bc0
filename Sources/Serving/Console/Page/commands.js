// Commands that go on where this page ends, to copy as a whole.

import { h } from "./dom.js";

/** Options that a command needs to find the same cluster, once the worker's settings are known. */
let options = [];

const WANTED = ["bootstrap-servers", "topic-prefix", "output-topics", "group-id"];

/** Takes the options from the settings of the worker. */
export function learn(settings) {
  options = (settings ?? []).filter(({ name, from, value }) => WANTED.includes(name) && from !== "default" && value && value !== "***")
    .map(({ name, value }) => ({ name, value }));
}

/** Quotes an argument for a shell. */
const quoted = (text) => /^[A-Za-z0-9_.,:/=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The commands that know `--output-topics`. */
const ROUTED = ["documents", "explain"];

/** A command with a button that copies it. */
export function command(name, words) {
  const shared = options.filter((option) => option.name !== "output-topics" || ROUTED.includes(name));
  const text = ["fork-worker", name, ...words.map(quoted), ...shared.flatMap(({ name: option, value }) => [`--${option}`, quoted(value)])].join(" ");
  const copy = async (event) => {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      // Without a secure context there is no clipboard: the person copies what is selected.
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
  return h("p", { class: "command" }, h("code", {}, text), h("button", { type: "button", class: "small", "aria-label": `Copy: ${text}`, onclick: copy }, "Copy"));
}
