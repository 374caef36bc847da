/** The menu is a popover and opens without a script; only a link to a section of this page has to close it. */
const menu = document.getElementById("menu");
menu?.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a")) menu.hidePopover();
});
