import { forTests } from '../electron/for-tests.ts'
import { WebContents } from '../electron/web-contents.ts'
import { WebFrameMain } from '../electron/web-frame-main.ts'
import { asksForPort, clientOf, type Scenario } from './desk.ts'

// Which pages get a port to the core, how many, and what is sent through it.

const steward = { url: 'app://steward/', origin: 'app://steward' }

export const run: Scenario = async ({ window }) => {
  const page = window.webContents
  const own = page.mainFrame
  const asks = (sender: WebContents, frame: WebFrameMain | null) => asksForPort(window, sender, frame)
  const looksRight = (url: string, origin: string) => {
    Object.assign(own[forTests], { url, origin })
    return asks(page, own)
  }
  const strangers = {
    'no frame': asks(page, null),
    'a child frame': asks(page, new WebFrameMain({ ...steward, parent: own })),
    'another main frame': asks(page, new WebFrameMain(steward)),
    'another window': asks(new WebContents(), own),
    'about:blank': looksRight('about:blank', 'null'),
    'about:blank of this origin': looksRight('about:blank', 'app://steward'),
    'an empty address': looksRight('', ''),
    'an empty address of this origin': looksRight('', 'app://steward'),
    'another host': looksRight('app://evil/', 'app://evil'),
    'a longer host': looksRight('app://steward.evil/', 'app://steward.evil'),
    'another scheme': looksRight('https://steward/', 'https://steward'),
    'a file': looksRight('file:///steward', 'file://'),
    'an opaque origin': looksRight('app://steward/', 'null'),
    capitals: looksRight('app://steward/', 'APP://STEWARD'),
    'a slash more': looksRight('app://steward/', 'app://steward/'),
  }

  Object.assign(own[forTests], { ...steward, url: 'app://steward/households' })
  const asksAfter = (navigation: { isMainFrame: boolean; isSameDocument: boolean }) => {
    page[forTests].navigate(navigation)
    return asks(page, own)
  }
  const handedOver = {
    first: asks(page, own),
    again: asks(page, own),
    afterNavigationInside: asksAfter({ isMainFrame: true, isSameDocument: true }),
    afterNavigationOfFrame: asksAfter({ isMainFrame: false, isSameDocument: false }),
    afterReload: asksAfter({ isMainFrame: true, isSameDocument: false }),
  }
  const [oldPort, newPort] = own[forTests].posted.map(({ ports }) => ports[0])
  const oldEnded = new Promise<string>((resolve) => oldPort?.once('close', () => resolve('ended')))
  const client = clientOf(newPort)
  return {
    strangers,
    handedOver,
    windowOptions: window[forTests].options,
    info: await client.app.info({}),
    preferences: await client.app.setPreferences({ theme: 'dark' }),
    refused: await client.connections.open({ connectionId: '0'.repeat(32) }).catch((failure) => failure.data),
    oldPort: await oldEnded,
  }
}
