/**
 * A refusal for people: browsers that open an address accept HTML, programs and the app's own pages do not request it.
 */

export const wantsPage = ({ headers }: Request): boolean => (headers.get('accept') ?? '').includes('text/html')

/** `detail` on a self-contained page: it appears where the app's pages, scripts and styles are refused. */
export function refusalPage(status: number, detail: string): Response {
  return new Response(page(escaped(detail)), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => MARKUP[letter]!)

const page = (sentence: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Not open from here · Panelkeep</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>Not open from here</h1>
      <p>${sentence}</p>
    </main>
  </body>
</html>
`

/** The colours of `ui/styles/tokens.css`. */
const STYLE = `
:root { color-scheme: light dark; }
body {
  margin: 0;
  display: grid;
  min-height: 100vh;
  place-items: center;
  background: light-dark(#faf8f4, #121316);
  color: light-dark(#1b1b1d, #eceae5);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
}
main { max-width: 34rem; padding: 32px 24px; }
h1 { margin: 0 0 12px; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.015em; }
p { margin: 0; color: light-dark(#6b6963, #9c9a94); }
`
