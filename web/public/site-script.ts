/** All the script that public pages load by themselves: a few lines in one file, each part idle where its element is missing. */
import "./gifts/open-gift.ts";
import "./landing/preview.ts";
import "./menu.ts";
import "./subscribe/open-checkout.ts";
