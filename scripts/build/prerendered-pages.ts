import { type InlineConfig, type Plugin, type Rolldown, runnerImport } from "vite";
import { ROOT } from "./outputs.ts";

type Bundle = Rolldown.OutputBundle;
type Renderers = {
  public: { renderPublicPages: (shell: string) => Record<string, string> };
  app: { renderAppPages: () => Record<string, string> };
};

/** Components import their styles for the bundle; prerendering skips them. */
const withoutStyles: Plugin = {
  name: "without-styles",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".css") ? "\0no-styles" : null),
  load: (id) => (id === "\0no-styles" ? "" : null),
};

/** Runs a module with JSX, which Node can't: it only strips types. */
export async function importRenderer<Module>(file: string): Promise<Module> {
  const config: InlineConfig = { root: ROOT, configFile: false, logLevel: "error", plugins: [withoutStyles] };
  return (await runnerImport<Module>(`${ROOT}${file}`, config)).module;
}

function assetOf(bundle: Bundle, file: string): string {
  const asset = bundle[file];
  if (asset?.type !== "asset") throw new Error(`Vite didn't write ${file}.`);
  return String(asset.source);
}

const TAGS =
  /\s*(?:<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>|<link rel="(stylesheet|modulepreload)"[^>]*href="([^"]+)"[^>]*>)/g;

/** Takes an HTML shell out of the bundle and splits off what Vite linked into its head, by kind. */
function takeShell(bundle: Bundle, file: string) {
  const html = assetOf(bundle, file);
  delete bundle[file];
  const scripts: string[] = [];
  const links = { stylesheet: [] as string[], modulepreload: [] as string[] };
  const shell = html.replaceAll(TAGS, (_tag, src?: string, rel?: keyof typeof links, href?: string) => {
    if (src !== undefined) scripts.push(src);
    if (rel !== undefined && href !== undefined) links[rel].push(href);
    return "";
  });
  return { shell, scripts, ...links };
}

type Parts = { scripts: string[]; styles: string[]; preloads: string[]; links: string[] };

/**
 * Builds a document that paints without further requests: styles are inline, and scripts come after the content, so a
 * slow connection gets the content first (docs/decisions/0022-documents-that-paint-by-themselves.md).
 */
function assemble(shell: string, { scripts, styles, preloads, links }: Parts): string {
  const behind = [
    ...links.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...preloads.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ...scripts.map((src) => `<script type="module" crossorigin src="${src}"></script>`),
  ];
  return shell
    .replace("</head>", () => `<style>${styles.join("\n")}</style>\n  </head>`)
    .replace("</body>", () => `${behind.join("\n    ")}\n  </body>`);
}

/** `resetPassword` → `web/pages/reset-password-page.tsx` */
function pageFile(name: string): string {
  const folder = name === "admin" ? "admin" : "pages";
  return `${ROOT}web/${folder}/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;
}

/** Needed before any member page can start (web/app/app.tsx). */
const MEMBER_FRAME = `${ROOT}web/app/member-frame.tsx`;
const MEMBER_PAGES = ["dashboard", "welcome", "content", "profile"];
/** Names the files of some pages, so their documents request it as well. */
const LINKED_PAGES = `${ROOT}web/app/linked-pages.ts`;

/** Paths of a page's chunks, their static imports, and their stylesheets. */
function closureOf(bundle: Bundle, name: string): { scripts: string[]; styles: string[] } {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const files = [pageFile(name), ...(MEMBER_PAGES.includes(name) ? [MEMBER_FRAME] : [])];
  const found = new Set<Rolldown.OutputChunk>();
  for (const file of files) {
    const own = chunks.find(({ moduleIds }) => moduleIds.includes(file));
    if (own === undefined) throw new Error(`The bundle doesn't contain ${file}.`);
    found.add(own);
    const naming = chunks.find(({ moduleIds }) => moduleIds.includes(LINKED_PAGES));
    if (naming?.dynamicImports.includes(own.fileName)) found.add(naming);
    for (const { imports } of found) {
      for (const imported of imports) {
        const chunk = bundle[imported];
        if (chunk?.type === "chunk") found.add(chunk);
      }
    }
  }
  const closure = [...found];
  return {
    scripts: closure.map(({ fileName }) => `/${fileName}`),
    styles: closure.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)),
  };
}

const without = (list: string[], taken: string[]) => [...new Set(list)].filter((entry) => !taken.includes(entry));

/** The first markup is centered or reserves space for what follows, so half of it would jump (HTML, "expect"). */
const PAINT_AT_ONCE = '<link rel="expect" href="#root-end" blocking="render">';

/** Writes every page as its own HTML document: public pages complete, app pages with their first markup. */
export const prerenderedPages: Plugin = {
  name: "prerendered-pages",
  enforce: "post",
  apply: "build",
  generateBundle: {
    order: "post",
    async handler(_options, bundle) {
      const write = (fileName: string, source: string) => this.emitFile({ type: "asset", fileName, source });
      const inline = (hrefs: string[]) => hrefs.map((href) => assetOf(bundle, href.slice(1)).trim());

      const site = takeShell(bundle, "public/index.html");
      const { renderPublicPages } = await importRenderer<Renderers["public"]>("web/public/render-public-pages.tsx");
      const siteShell = assemble(site.shell, { ...site, styles: inline(site.stylesheet), preloads: [], links: [] });
      for (const [file, html] of Object.entries(renderPublicPages(siteShell))) write(`public/${file}`, html);

      const app = takeShell(bundle, "app/index.html");
      const { renderAppPages } = await importRenderer<Renderers["app"]>("web/app/render-app-pages.tsx");
      for (const [name, markup] of Object.entries(renderAppPages())) {
        const page = closureOf(bundle, name);
        // The page's own styles are linked, too: its dynamic import looks for that link before it loads them.
        const links = without(page.styles, app.stylesheet);
        const preloads = without([...app.modulepreload, ...page.scripts], app.scripts);
        const styles = inline([...app.stylesheet, ...links]);
        const shell = app.shell.replace("<!--page-->", () => markup).replace("</head>", `${PAINT_AT_ONCE}</head>`);
        write(`app/${name}.html`, assemble(shell, { scripts: app.scripts, styles, preloads, links }));
      }
    },
  },
};
