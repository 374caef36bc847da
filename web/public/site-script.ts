/** All the script that public pages load by themselves: a few lines in one file, each part idle where its element is missing. */
import "./gifts/open-gift.ts";
import "./landing/preview.ts";
import "./subscribe/open-checkout.ts";

/** The menu is a popover and opens without a script; only a link to a section of this page has to close it. */
const menu = document.getElementById("menu");
menu?.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a")) menu.hidePopover();
});
