import { type Client, connectClient, LinkFailure, loadAgain } from '../../../renderer/lib/client/connect-client.ts'

// A page that only connects and shows the connection's state, to test the client in a real browser.

declare global {
  interface Window {
    states: string[]
    client: Promise<Client>
    loadAgain: () => void
  }
}

window.states = []
window.loadAgain = loadAgain
const connected = connectClient((state) => {
  window.states.push(state)
  document.documentElement.dataset.link = state
})
window.client = connected.then(({ client }) => client)
window.client.catch((failure: unknown) => {
  document.documentElement.dataset.failure = failure instanceof LinkFailure ? failure.state : String(failure)
})
void window.client.then(
  (client) => client.app.info({}),
  () => {},
)
