import { startChild } from '../child_calls.ts'
import type { Filled, Filling } from '../cpd_prepare.ts'
import { median, ms, type Row } from '../figures.ts'
import { ADMIN, type Stage } from '../stage.ts'

/** What a college asks of a server on the embedded database: its matrix, a person's result, a report, goals to everybody. */
export async function cpdCollege(stage: Stage): Promise<Row[]> {
  const data_dir = stage.folder('cpd')
  const filling: Filling = stage.quick
    ? { data_dir, people: 200, activities: 4000, many: 1000 }
    : { data_dir, people: 1000, activities: 50_000, many: 5000 }
  const { people, activities, many } = filling
  stage.log(`filling the embedded database with ${people} people and ${activities} activities`)
  const prepare = startChild('cpd_prepare.ts')
  const { cycle_id, large_cycle_id, user_id } = await prepare.call<Filled>('fill', filling)
  await prepare.stop()
  let server = startChild('serve.ts', { env: settings(data_dir) })
  const start = async () => {
    const { http_port } = await server.call<{ http_port: number }>('start')
    return signIn(`http://127.0.0.1:${http_port}/api/v1`)
  }
  try {
    let call = await start()
    const rows: Row[] = []
    const measure = async (what: string, times: number, run: () => Promise<unknown>) => {
      stage.log(`CPD: ${what}`)
      const taken: number[] = []
      for (let i = 0; i < times; i++) {
        const start = performance.now()
        await run()
        taken.push(performance.now() - start)
      }
      const value = median(taken)
      rows.push({
        what: `CPD, ${people} people × ${activities / people} activities: ${what}`,
        measured: ms(value),
        value,
        unit: 'ms',
      })
    }
    const of = `organisation_id=101&cycle_id=${cycle_id}`
    await measure('a page of the matrix, 50 people', 5, () => call('GET', `cpd/matrix?${of}`))
    await measure('the matrix by state, when everybody is evaluated', 1, () =>
      call('GET', `cpd/matrix?${of}&state=unmet`),
    )
    await measure('the matrix by state, again', 5, () => call('GET', `cpd/matrix?${of}&state=at_risk`))
    await server.stop()
    server = startChild('serve.ts', { env: settings(data_dir) })
    call = await start()
    await measure('the matrix by state, after a restart', 1, () => call('GET', `cpd/matrix?${of}&state=unmet`))
    await measure('the matrix as CSV', 3, () => call('GET', `cpd/matrix?${of}&format=csv`))
    await measure(`${activities} activities as CSV`, 1, () =>
      call('GET', 'devactivities?organisation_id=101&format=csv'),
    )
    await measure('the result of a person', 9, () => call('GET', `cpd/stats?${of}&user_id=${user_id}`))
    await measure(`${3 * many} goals to ${many} people in one call`, 1, () =>
      call('POST', 'devgoals/copy', { from_cycle: large_cycle_id, to_role: 'User' }),
    )
    await measure('the cycle is closed: results and reports are kept', 1, () =>
      call('POST', 'devcycle/expire', { id: cycle_id, name: 'CPD' }),
    )
    await measure('the matrix of a closed cycle by state', 3, () => call('GET', `cpd/matrix?${of}&state=unmet`))
    return rows
  } finally {
    await server.stop()
  }
}

async function signIn(api: string) {
  const send = (token: string | null) => async (method: string, path: string, body?: object) => {
    const response = await fetch(`${api}/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }
  const { email, password } = ADMIN
  const { data } = JSON.parse(await send(null)('POST', 'user/signin', { username: email, password }))
  return send(data.token)
}

const settings = (data_dir: string) => ({
  HOST: '127.0.0.1',
  HTTP_PORT: '0',
  ROLE: 'all',
  LOG_LEVEL: 'error',
  REDIS_URL: '',
  HTTP_RATE: '1000000',
  MQTT_PORT: '0',
  OSMAND_PORT: '0',
  TCP_PORTS: 'off',
  DATA_DIR: data_dir,
  DATABASE_URL: '',
})
