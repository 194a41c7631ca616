import { createHash } from 'node:crypto'

export interface ChoosableUser {
  id: string
  name: string
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f3f4f6, #16181d); }
main { width: min(26rem, 92vw); padding: 2rem; border-radius: 12px; background: light-dark(#fff, #22252c);
  box-shadow: 0 8px 30px rgb(0 0 0 / .12); box-sizing: border-box; }
h1 { margin: 0 0 .5rem; font-size: 1.35rem; }
p { margin: 0 0 1.25rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
select, button { font: inherit; width: 100%; padding: .6rem .75rem; border-radius: 8px; box-sizing: border-box; }
select { border: 1px solid light-dark(#8a8f99, #7b818c); margin-bottom: 1.25rem; }
button { border: 1px solid light-dark(#1d4ed8, #93b4ff); cursor: pointer; margin-top: .5rem; }
button[value=authorize] { background: #1d4ed8; color: #fff; }
button[value=deny] { background: transparent; color: light-dark(#1d4ed8, #93b4ff); }
:focus-visible { outline: 3px solid light-dark(#f59e0b, #fbbf24); outline-offset: 2px; }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * The page's content security policy. Chromium applies `form-action` also to the redirect that follows the form, so the redirect
 * URI must be listed.
 */
export function pagePolicy(redirectUri?: string): string {
  const target = redirectUri === undefined ? '' : ` ${formTarget(new URL(redirectUri))}`
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${target}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function formTarget(redirect: URL): string {
  return redirect.protocol.startsWith('http') ? redirect.origin : redirect.protocol
}

/** The page that asks who is signing in and whether the application may act for them. */
export function signInPage(users: readonly ChoosableUser[], transaction: string, action: string): string {
  const options = users.map((user) => `<option value="${escapeHtml(user.id)}">${escapeHtml(user.name)}</option>`)
  return page(
    'Sign in',
    `<p>An application asks to read and change your firm's client records on your behalf.</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="transaction" value="${escapeHtml(transaction)}">
<label for="user">Sign in as</label>
<select id="user" name="user_id" required>
${options.join('\n')}
</select>
<button type="submit" name="decision" value="authorize">Authorize</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`,
  )
}

/** The page for an invalid request, which must not be redirected. */
export function signInErrorPage(message: string): string {
  return page(
    'This sign-in cannot continue',
    `<p role="alert">${escapeHtml(message)}</p>
<p>Close this page and start again from the application.</p>`,
  )
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Wealth Planning Sandbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
