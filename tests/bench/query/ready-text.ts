import { parentPort, workerData } from 'node:worker_threads'

/** A thread that has its answer ready: sends it for each message. */
parentPort?.on('message', () => parentPort?.postMessage(workerData))
