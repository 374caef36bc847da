import { ArrowRight, ChevronDown, TriangleAlert } from "lucide-react";
import { formatDate, formatList, unbroken } from "#domain/formats.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { missingParticulars, type Operator } from "#domain/rules/operator.ts";
import { TERMS_EFFECTIVE_DATE, TERMS_VERSION } from "#domain/rules/terms-version.ts";
import { buttonClass } from "../../ui/button.tsx";
import { LEGAL_LINKS } from "../site-links.ts";
import { SitePage } from "../site-page.tsx";
import { type LegalPageName, type LegalText, legalText } from "./legal-texts.ts";

/** One legal text with its header, table of contents, and links to the others. It prints only the words, black on white. */
export function LegalPage({ name, operator }: { name: LegalPageName; operator: Operator }) {
  const text = legalText(name, operator);
  return (
    <SitePage>
      <LegalHead text={text} />
      <div className="mx-auto grid max-w-7xl gap-x-16 px-5 pb-20 sm:px-8 legal-columns">
        <Contents sections={text.sections} />
        <div className="max-w-[46rem]">
          <MissingParticulars operator={operator} />
          {text.sections.map((section, index) => (
            <section
              key={section.id}
              aria-labelledby={section.id}
              className="legal-section pt-10 @5xl:pt-14 @7xl:grid @7xl:grid-cols-[5.5rem_minmax(0,1fr)]"
            >
              <p aria-hidden="true" className="readout text-bolt tabular-nums @7xl:pt-3">
                {String(index + 1).padStart(2, "0")}
              </p>
              <h2 id={section.id} className="text-2xl @max-7xl:mt-2 sm:text-3xl">
                {section.heading}
              </h2>
              <div
                className="legal-prose @7xl:col-start-2"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is ours, and values in it are escaped.
                dangerouslySetInnerHTML={{ __html: section.html }}
              />
            </section>
          ))}
        </div>
        <OtherTexts name={name} />
      </div>
    </SitePage>
  );
}

function LegalHead({ text: { title, summary, facts, action } }: { text: LegalText }) {
  return (
    <div className="dawn mb-8 border-line border-b @5xl:mb-4">
      <div className="mx-auto max-w-7xl px-5 pt-12 pb-10 sm:px-8 @5xl:pt-20 @5xl:pb-14">
        <h1 className="text-[clamp(1.6rem,8.2vw,4rem)] wide uppercase leading-[0.98]">{title}</h1>
        <p className="mt-5 max-w-2xl text-lg text-muted leading-relaxed sm:text-xl">{summary}</p>
        {action && (
          <a href={action.href} className={buttonClass("primary", "lg", "mt-8 max-sm:w-full print:hidden")}>
            {action.label}
          </a>
        )}
        {facts.length > 0 && (
          <dl className="mt-9 grid border-line border-y sm:grid-cols-3 sm:gap-x-8 max-sm:divide-y max-sm:divide-line">
            {facts.map(({ figure, label }) => (
              <div key={label} className="flex items-baseline gap-4 py-4 sm:block sm:py-6">
                <dt className="sr-only">{label}</dt>
                <dd className="w-[8rem] shrink-0 whitespace-nowrap font-extrabold text-2xl wide tabular-nums sm:w-auto sm:text-3xl @5xl:text-4xl">
                  {figure}
                </dd>
                <dd aria-hidden="true" className="text-muted sm:mt-1.5">
                  {label}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="mt-6 text-muted text-sm">
          Effective {unbroken(formatDate(TERMS_EFFECTIVE_DATE, "UTC"))}. Version {TERMS_VERSION.version}, last updated{" "}
          {unbroken(formatDate(TERMS_VERSION.updatedDate, "UTC"))}.
        </p>
      </div>
    </div>
  );
}

function Contents({ sections }: Pick<LegalText, "sections">) {
  const links = sections.map(({ id, heading }) => (
    <li key={id}>
      <a href={`#${id}`} className="flex min-h-11 items-center rounded py-1.5 text-muted leading-snug hover:text-bolt">
        {heading}
      </a>
    </li>
  ));
  return (
    <div className="print:hidden">
      <nav
        aria-label="On this page"
        className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto py-12 pr-2 @max-5xl:hidden"
      >
        <p className="readout mb-2">On this page</p>
        <ol>{links}</ol>
      </nav>
      <details className="group rounded-card border border-line bg-panel @5xl:hidden">
        <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-card px-5 font-bold">
          On this page
          <ChevronDown className="size-5 text-bolt transition group-open:rotate-180" />
        </summary>
        <nav aria-label="On this page" className="px-5 pb-4">
          <ol>{links}</ol>
        </nav>
      </details>
    </div>
  );
}

/** Shown because the texts are incomplete without these details; until then, production sends no email (worker/kernel/env.ts). */
function MissingParticulars({ operator }: { operator: Operator }) {
  const missing = missingParticulars(operator);
  if (missing.length === 0) return null;
  return (
    <p role="note" className="mt-8 flex gap-3 rounded-card border border-warn/60 border-dashed bg-warn/10 p-5 text-sm">
      <TriangleAlert className="size-5 shrink-0 text-warn" />
      <span>
        <strong>Some business details are missing.</strong> Still empty or a placeholder: {formatList(missing, "and")}.
      </span>
    </p>
  );
}

function OtherTexts({ name }: { name: LegalPageName }) {
  return (
    <nav aria-label="Other legal documents" className="legal-others max-w-[46rem] print:hidden">
      <p className="readout mb-2">Read next</p>
      <ul className="divide-y divide-line border-line border-y">
        {LEGAL_LINKS.filter(({ href }) => href !== PUBLIC_PAGES[name]).map(({ label, href }) => (
          <li key={href}>
            <a
              href={href}
              className="flex min-h-14 items-center justify-between gap-3 font-bold semi-wide hover:text-bolt"
            >
              {label}
              <ArrowRight className="size-5 shrink-0 text-bolt" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
