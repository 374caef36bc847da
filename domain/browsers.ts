/** The oldest browsers that the build's code is for, by Vite's names. */
export const BROWSER_TARGET = ["chrome111", "edge111", "firefox114", "safari16.4", "ios16.4"];

export const BROWSERS_NEEDED = "Chrome 111, Edge 111, Firefox 114, or Safari 16.4";
