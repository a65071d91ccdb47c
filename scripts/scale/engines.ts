import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answers, type Box, kilometres, spark, trino, visits } from './questions.ts'

export type Question = { history: string; organisation: number; box: Box }
export type Answered = { version: string; answers: Answers }

/** @param python an interpreter that has pyspark and deltalake */
export async function askSpark(python: string, { history, organisation, box }: Question): Promise<Answered> {
  const child = spawn(python, [join(import.meta.dirname, 'spark.py')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(
    JSON.stringify({
      master: 'local[2]',
      history,
      questions: {
        visits: visits(spark, 'events', organisation, box),
        kilometres: kilometres(spark, 'events', organisation),
      },
    }),
  )
  const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  let text = ''
  for await (const part of child.stdout.setEncoding('utf8')) text += part
  if ((await ended) !== 0) throw new Error(`${python} ended with an error: see above.`)
  return JSON.parse(text) as Answered
}

/** @param url of a coordinator whose `catalog` has Delta Lake and reads `history` as `location` */
export async function askTrino({ url, catalog, location }: Trino, question: Question): Promise<Answered> {
  const run = (sql: string) => statement(url, sql)
  const [[version] = []] = await run('select version()')
  const schema = `${catalog}.ringfence`
  await run(`create schema if not exists ${schema}`)
  await run(`call ${catalog}.system.unregister_table('ringfence', 'events')`).catch(() => {})
  await run(`call ${catalog}.system.register_table('ringfence', 'events', '${location}')`)
  const timed = async <Row>(sql: string, toRow: (values: never[]) => Row) => {
    const began = performance.now()
    const rows = (await run(sql)).map((values) => toRow(values as never[]))
    return { rows, seconds: (performance.now() - began) / 1000 }
  }
  const events = `${schema}.events`
  return {
    version: String(version),
    answers: {
      visits: await timed(visits(trino, events, question.organisation, question.box), (values) => {
        const [tracker_id, began, last, reports] = values
        return { tracker_id: Number(tracker_id), began: Number(began), last: Number(last), reports: Number(reports) }
      }),
      kilometres: await timed(kilometres(trino, events, question.organisation), ([day, km]) => ({
        day: String(day),
        kilometres: Number(km),
      })),
    },
  }
}
export type Trino = { url: string; catalog: string; location: string }

/** All rows of a statement, by Trino's protocol: pages until no next one is named. */
async function statement(url: string, sql: string): Promise<unknown[][]> {
  const rows: unknown[][] = []
  let answer = await fetch(new URL('/v1/statement', url), {
    method: 'POST',
    headers: { 'x-trino-user': 'ringfence' },
    body: sql,
  })
  for (;;) {
    if (!answer.ok) throw new Error(`Trino answered ${answer.status}: ${await answer.text()}`)
    const page = (await answer.json()) as { data?: unknown[][]; error?: { message: string }; nextUri?: string }
    if (page.error) throw new Error(`Trino: ${page.error.message}`)
    rows.push(...(page.data ?? []))
    if (!page.nextUri) return rows
    await wait(20)
    answer = await fetch(page.nextUri)
  }
}
