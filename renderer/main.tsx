import { startApp } from './app/start-app.tsx'
import { connectClient } from './lib/client/connect-client.ts'

void startApp({ root: document.getElementById('root'), connect: connectClient })
