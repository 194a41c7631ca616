import type { LineResult, Proof, StepResult, Verdict } from './result.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => escapes[found] ?? '')

/** Markdown's code spans and links become plain text: the page needs no other markup of docs/desktop.md. */
const plain = (markdown: string): string => markdown.replace(/`([^`]*)`/g, '$1').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

const order: readonly Verdict[] = ['failed', 'not run', 'passed', 'not applicable']

const style = `
:root { color-scheme: light dark; --text: #1b1f24; --dim: #4b5563; --line: #d0d5db; --ground: #fff; --bad: #a30d11; --good: #0b6b2e; }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --dim: #b4bac2; --line: #4a5058; --ground: #16181b; --bad: #ff9d98; --good: #7fdb9c; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin-bottom: 0; } h3 { margin-bottom: 0.25rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--dim); padding-bottom: 0.5rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
td:nth-child(2) { white-space: nowrap; overflow-wrap: normal; }
.failed { color: var(--bad); font-weight: 600; } .passed { color: var(--good); }
article { border-top: 1px solid var(--line); padding: 0.5rem 0 1rem; }
img { max-width: 100%; border: 1px solid var(--line); } figure { margin: 0.5rem 0; } figcaption { color: var(--dim); }
pre { overflow: auto; max-height: 20rem; border: 1px solid var(--line); padding: 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
p { margin: 0.25rem 0; }
`

const verdict = (name: Verdict): string => `<span class="${name.replaceAll(' ', '-')}">${name}</span>`

const lineRow = ({ id, text, verdict: found, reason, steps }: LineResult): string => `<tr>
<th scope="row"><code>${escaped(id)}</code></th>
<td>${verdict(found)}</td>
<td>${escaped(plain(text))}${reason === null || reason === '' ? '' : `<br><em>${escaped(plain(reason))}</em>`}${stepLinks(steps)}</td>
</tr>`

const stepLinks = (steps: readonly string[]): string =>
  steps.length === 0 ? '' : `<br>Steps: ${steps.map((id) => `<a href="#${escaped(id)}">${escaped(id)}</a>`).join(', ')}`

const list = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`

const pictures = (step: StepResult): string =>
  step.pictures
    .map((file, index) => {
      const name = `Picture ${index + 1} of “${escaped(step.title)}”`
      return `<figure><img src="${escaped(file)}" alt="${name}" loading="lazy"><figcaption>${name}</figcaption></figure>`
    })
    .join('')

const log = ({ id, log: text }: StepResult): string =>
  text === null || text === ''
    ? ''
    : `<details><summary>Output and log of ${escaped(id)}</summary><pre tabindex="0" role="region" aria-label="Output and log of ${escaped(id)}">${escaped(text)}</pre></details>`

const stepPart = (step: StepResult): string => `<article aria-labelledby="${escaped(step.id)}">
<h3 id="${escaped(step.id)}">${escaped(step.title)}</h3>
<p><code>${escaped(step.id)}</code>: ${verdict(step.verdict)}${step.seconds > 0 ? `, ${step.seconds} s` : ''}</p>
${step.reason === null ? '' : `<p>${escaped(step.reason)}</p>`}
${list(step.facts)}${pictures(step)}${log(step)}
</article>`

const ranOn = ({ electron }: Proof): string =>
  electron === null ? 'Electron’s version unknown: no step drove the program' : `Electron ${escaped(electron)}`

/** One page that needs no other file but its pictures. */
export function pageOf(proof: Proof): string {
  const counts = order.map((name) => `${proof.lines.filter((line) => line.verdict === name).length} ${name}`).join(', ')
  const title = `Steward ${proof.version} on ${proof.platform} ${proof.arch}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}: desktop proof</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Desktop proof</h1>
<p>${escaped(title)} (${escaped(proof.release)}), ${ranOn(proof)}, commit ${escaped(proof.commit)}, begun ${escaped(proof.startedAt)}.</p>
${proof.interrupted ? '<p class="failed">This run was interrupted: the report is partial.</p>' : ''}
<p>${counts}.</p>
<h2>“Not verified” of docs/desktop.md</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Lines that are not verified">
<table>
<caption>Each line with the result of its steps on this computer</caption>
<thead><tr><th scope="col">Line</th><th scope="col">Result</th><th scope="col">What it says, and why</th></tr></thead>
<tbody>
${proof.lines.map(lineRow).join('\n')}
</tbody>
</table>
</div>
<h2>The program under test</h2>
${list(proof.build)}
<h2>Steps</h2>
${proof.steps.map(stepPart).join('\n')}
</main>
</body>
</html>
`
}
