/** The only script that public pages load on their own: a few lines in one file; each part does nothing if its element is missing. */
import "./gifts/open-gift.ts";
import "./landing/preview.ts";
import "./landing/sample.ts";
import "./subscribe/open-checkout.ts";
import { readAuthToken } from "../lib/auth-token.ts";

/** Members see their dashboard where visitors see the login (the `member` variant in public.css). */
if (readAuthToken() !== null) document.documentElement.dataset.member = "";

/** The menu is a popover and opens without a script; only links to sections of the same page have to close it. */
const menu = document.getElementById("menu");
menu?.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a")) menu.hidePopover();
});
