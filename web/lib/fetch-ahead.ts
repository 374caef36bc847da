/** Stylesheets that were asked for, and modules, for which nothing waits. */
const asked = new Map<string, Promise<unknown> | null>();

function link(rel: string, file: string): HTMLLinkElement {
  const element = Object.assign(document.createElement("link"), { rel, crossOrigin: "", href: `/${file}` });
  document.head.append(element);
  return element;
}

function ask(file: string): Promise<unknown> | null {
  if (!file.endsWith(".css")) {
    link("modulepreload", file);
    return null;
  }
  return new Promise((resolve, reject) => {
    const element = link("stylesheet", file);
    element.onload = resolve;
    element.onerror = () => {
      // Whoever tries again asks again.
      asked.delete(file);
      element.remove();
      reject(new Error(`The stylesheet ${file} did not load.`));
    };
  });
}

/**
 * Loads code once its stylesheets are here, with all files at once that it will import. The build puts this in the place of Vite's
 * helper (scripts/build/lean-modules.ts), which weighs three times as much on every page for what no page here has: nonces, other bases.
 */
export async function __vitePreload<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  const waiting = files.map((file) => {
    if (!asked.has(file)) asked.set(file, ask(file));
    return asked.get(file);
  });
  await Promise.all(waiting);
  return load();
}
