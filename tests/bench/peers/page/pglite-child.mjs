import { createInterface } from 'node:readline'
import { PGlite } from '@electric-sql/pglite'

/** A list of people in PGlite on disk. Each line of input is a question as JSON; each line of output, the milliseconds that it took. */
const database = await PGlite.create(process.argv[2])
await database.exec(`
  CREATE TABLE people (id text PRIMARY KEY, title text, state text, is_primary boolean, household_id text, updated_at text, json jsonb);
  CREATE INDEX ON people (title);
  CREATE INDEX ON people (state);
  CREATE INDEX ON people (is_primary);
  CREATE INDEX ON people (household_id);
  CREATE INDEX ON people (updated_at);
`)

const questions = {
  write: ([text]) =>
    database.query(
      `INSERT INTO people
        SELECT r->>'id', r->>'title', r->>'state', (r->>'is_primary')::boolean, r->>'household_id', r->>'updated_at', r
        FROM jsonb_array_elements($1::jsonb) AS r`,
      [text],
    ),
  page: ([offset]) => database.query('SELECT json FROM people ORDER BY title LIMIT 100 OFFSET $1', [offset]),
  byId: ([id]) => database.query('SELECT json FROM people WHERE id = $1', [id]),
  count: ([state]) => database.query('SELECT count(*) AS n FROM people WHERE state = $1 AND is_primary', [state]),
}
const expected = { write: 0, page: 100, byId: 1, count: 1 }

console.log('{}')
for await (const line of createInterface({ input: process.stdin })) {
  const { ask, input } = JSON.parse(line)
  const began = performance.now()
  const { rows } = await questions[ask](input)
  const took = performance.now() - began
  if (rows.length !== expected[ask]) throw new Error(`${rows.length} answers to ${ask} instead of ${expected[ask]}.`)
  console.log(JSON.stringify(took))
}
await database.close()
