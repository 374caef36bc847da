/** Neighboring texts that a translator replaced, and what shows their translation. */
type Translation = { texts: Node[]; shown: ChildNode };

/** By text, and by what is shown for it. */
const translations = new WeakMap<Node, Translation>();

/**
 * Chrome and Edge replace texts with `<font>` elements. React then fails on the texts that it made (facebook/react#11538), and
 * its changes to them stay unseen. So a text is put back before React moves or removes it, and right after React has
 * changed it. The translator translates it again.
 */
export function surviveTranslation(earlier: MutationRecord[] = []): void {
  const changes = new MutationObserver((records) => {
    for (const { target } of records) putBack(target);
  });
  const note = (records: MutationRecord[]) => {
    for (const text of replacedTexts(records)) changes.observe(text, { characterData: true });
  };
  const replacements = new MutationObserver(note);
  note(earlier);
  replacements.observe(document, { childList: true, subtree: true });
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    appendChild(this: Node, child: Node) {
      putBack(child);
      return appendChild.call(this, child);
    },
    insertBefore(this: Node, child: Node, next?: Node | null) {
      putBack(child);
      // A chart leaves the place out, which the browser takes as null.
      if (!next || next.parentNode === this) return insertBefore.call(this, child, next as Node | null);
      note(replacements.takeRecords());
      return insertBefore.call(this, child, placeOf(next, this));
    },
    removeChild(this: Node, child: Node) {
      if (child.parentNode !== this) note(replacements.takeRecords());
      putBack(child);
      // A text whose translation is in a neighbor's has no place of its own; an element may have been wrapped.
      return child.parentNode ? removeChild.call(child.parentNode, child) : child;
    },
  });
}

/** Remembers what replaced each text, and returns the texts. React itself makes no `<font>` elements. */
function replacedTexts(records: MutationRecord[]): Node[] {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
  const isNewFont = (node: Node | null) => node?.nodeName === "FONT" && added.has(node);
  return records.flatMap(({ target, addedNodes, removedNodes, previousSibling, nextSibling }) => {
    const shown = [...addedNodes, previousSibling, nextSibling].find(isNewFont);
    const replaced = [...removedNodes].filter((node) => node.parentNode !== target);
    return shown ? replaced.filter((node) => noteReplaced(node, shown as ChildNode)) : [];
  });
}

/** Whether the replaced node is a text. It may be an earlier translation, too. */
function noteReplaced(node: Node, shown: ChildNode): boolean {
  const earlier = translations.get(node);
  const translation = earlier?.shown === node ? earlier : (translations.get(shown) ?? { texts: [], shown });
  translation.shown = shown;
  translations.set(shown, translation);
  if (translation === earlier || node.nodeType !== Node.TEXT_NODE) return false;
  translation.texts.push(node);
  translations.set(node, translation);
  return true;
}

function putBack(text: Node): void {
  const translation = translations.get(text);
  if (!translation || translation.shown === text) return;
  const { texts, shown } = translation;
  for (const node of [...texts, shown]) translations.delete(node);
  if (shown.parentNode) shown.replaceWith(...texts);
}

/** The parent's child before which to insert what belongs before this node; null for the end. */
function placeOf(node: Node, parent: Node): Node | null {
  const translation = translations.get(node);
  if (translation && translation.texts[0] !== node) putBack(node);
  let place: Node | null = translations.get(node)?.shown ?? node;
  while (place && place.parentNode !== parent) place = place.parentNode;
  return place;
}
