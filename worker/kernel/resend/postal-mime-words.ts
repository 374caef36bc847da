// @ts-expect-error The package has types for its entry only.
import addressParser from "../../../node_modules/postal-mime/src/address-parser.js";
// @ts-expect-error The package has types for its entry only.
import { decodeWords } from "../../../node_modules/postal-mime/src/decode-strings.js";

/** Replaces the email parser (wrangler.toml, [alias]), which the Resend SDK has for a call that we don't make, with its two functions that we use. */
export { addressParser, decodeWords };
/** The parser itself. Nothing calls it. */
export default {};
