import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme.css'
import { createRoot } from 'react-dom/client'
import type { Client } from '../lib/api.ts'
import { type LinkState, useLink } from '../lib/link.ts'
import { App } from './App.tsx'
import { LinkLost } from './LinkLost.tsx'
import { Providers } from './Providers.tsx'

type Options = { root: HTMLElement | null; connect: (onState: (state: LinkState) => void) => Promise<Client> }

/** Connects the page to the main process and draws the app. */
export async function startApp({ root, connect }: Options): Promise<void> {
  if (!root) throw new Error('The page has no place for the app.')
  const react = createRoot(root)
  try {
    const client = await connect((state) => useLink.setState({ state }))
    react.render(
      <Providers client={client}>
        <App />
      </Providers>,
    )
  } catch {
    react.render(<LinkLost />)
  }
}
