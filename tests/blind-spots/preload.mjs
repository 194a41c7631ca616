import { takeCoverage } from 'node:v8'

// A thread that is ended, and a process that is killed, write no coverage at their end: each writes what ran so far while it runs.
setInterval(takeCoverage, 500).unref()
