import type { Bundle } from '../../electron/hosts/common/bundle.ts'

const page = {
  body: Buffer.from('<!doctype html><title>Steward</title><script type="module" src="/assets/page.js"></script>'),
  contentType: 'text/html; charset=utf-8',
}
const script = { body: Buffer.from('document.title = "ran"\n'), contentType: 'text/javascript; charset=utf-8' }

/** A renderer of one page and one script. */
export const bundleDouble: Bundle = {
  find: (path) => (path === '/assets/page.js' ? script : path === '/' || path === '/households' ? page : undefined),
}
