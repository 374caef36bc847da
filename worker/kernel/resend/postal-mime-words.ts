// @ts-expect-error The package has types for its entry only.
import addressParser from "../../../node_modules/postal-mime/src/address-parser.js";
// @ts-expect-error The package has types for its entry only.
import { decodeWords } from "../../../node_modules/postal-mime/src/decode-strings.js";

/** Replaces postal-mime (wrangler.toml, [alias]) with the two functions we use. The Resend SDK needs its parser only for a call we don't make. */
export { addressParser, decodeWords };
/** In place of the parser, which nothing calls. */
export default {};
