/** The characters U+00A0 to U+00FF by their names, in their order. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const OTHERS = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " },
  ...{ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„" },
  ...{ bull: "•", hellip: "…", euro: "€", trade: "™" },
};

const NAMED: Record<string, string> = {
  ...Object.fromEntries(LATIN_1.split(" ").map((name, at) => [name, String.fromCharCode(0xa0 + at)])),
  ...OTHERS,
};

/** The characters that mail programs name in their HTML, each by its whole entity ("&amp;"). */
export const HTML_ENTITIES: Record<string, string> = Object.fromEntries(
  Object.entries(NAMED).map(([name, character]) => [`&${name};`, character]),
);
