import { setTimeout as wait } from 'node:timers/promises'
import { greyPng } from '../../png.ts'
import type { Filled } from '../cpd_prepare.ts'

/** Every kind of long work; later ones use the results of earlier ones. */
export function longWork({ admin, member, filled, many, zip, entries, trackers, history }: Workload): Work[] {
  let archive_id = 0
  let folder_id = 0
  const invoices: number[] = []
  const finished = async (id: number): Promise<number> => {
    for (;;) {
      const { data: job } = await admin('GET', `job?id=${id}`)
      if (job.state === 'done') return job.result_file_id
      if (job.ended_at) throw new Error(`The job failed: ${job.error_message}`)
      await wait(200)
    }
  }
  const job = async (path: string, body: object) => finished((await admin('POST', path, body)).data.id)
  const { cycle_id, large_cycle_id, user_id } = filled
  return [
    {
      what: 'upload of the zip',
      run: async () => {
        archive_id = await upload(admin, zip)
      },
    },
    {
      what: `unzip, ${entries} files`,
      run: async () => {
        folder_id = await job('file/unzip', { id: archive_id })
      },
    },
    { what: `zip, ${entries} files`, run: () => job('file/zip', { ids: [folder_id], name: 'again.zip' }) },
    { what: 'the folder to the trash', run: () => admin('DELETE', 'file', { id: folder_id }) },
    { what: 'the folder restored', run: () => admin('POST', 'file', { id: folder_id, deleted: false }) },
    { what: 'the folder deleted for good', run: () => admin('DELETE', 'file', { id: folder_id, forever: true }) },
    {
      what: `goals to ${many} people`,
      run: () => admin('POST', 'devgoals/copy', { from_cycle: large_cycle_id, to_role: 'User' }),
    },
    { what: 'import of 1000 lines', run: () => member('POST', 'cpd/import', { kind: 'activities', csv: csvOf(1000) }) },
    {
      what: '20 reports as PDF',
      run: () =>
        Promise.all(
          Array.from({ length: 20 }, () =>
            untilAccepted(() => member('GET', `cpd/report/pdf?cycle_id=${cycle_id}&user_id=${user_id}`)),
          ),
        ),
    },
    {
      what: '20 invoices of 200 lines as PDF',
      prepare: async () => void invoices.push(...(await invoicesOf(admin, 20))),
      run: () => Promise.all(invoices.map((id) => untilAccepted(() => admin('GET', `invoice/pdf?id=${id}`)))),
    },
    {
      what: `closing of two days of ${trackers} trackers`,
      prepare: () => history('addHistory', { organisation_id: 101, trackers }),
      run: () => history('closeHistory'),
    },
    { what: 'export of the organisation', run: () => admin('GET', 'organisation/data?organisation_id=101') },
    {
      what: 'the matrix as CSV',
      run: () => admin('GET', `cpd/matrix?organisation_id=101&cycle_id=${cycle_id}&format=csv`),
    },
    { what: 'closing of a cycle', run: () => admin('POST', 'devcycle/expire', { id: cycle_id, name: 'CPD' }) },
  ]
}

/** Authorised invoices of 200 lines, with a logo of as many pixels as are allowed. @returns their ids */
async function invoicesOf(admin: Call, count: number): Promise<number[]> {
  const logo_file_id = await upload(admin, greyPng(2000, 2000), 'logo.png')
  const { data: theme } = await admin('PUT', 'brandingtheme', { organisation_id: 101, name: 'Logo', logo_file_id })
  const { data: contact } = await admin('PUT', 'invoicing/contact', { organisation_id: 101, name: 'Hospital' })
  const { data: configs } = await admin('GET', 'billingconfigs?organisation_id=101')
  await admin('POST', 'billingconfig', { id: configs[0].id, payment_details: '12-3456-7890123-00' })
  const ids: number[] = []
  for (let i = 0; i < count; i++) {
    const lines = Array.from({ length: 200 }, (_, line) => ({ description: `Course ${line}`, unit_price: '10' }))
    const body = { organisation_id: 101, contact_id: contact.id, branding_theme_id: theme.id, lines }
    const { data: invoice } = await admin('PUT', 'invoice', body)
    await admin('POST', 'invoice/authorise', { id: invoice.id })
    ids.push(invoice.id)
  }
  return ids
}

/** Asks again where too many are asked for at a time: a refusal is not a document. */
async function untilAccepted(ask: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!/: 429 /.test((error as Error).message)) throw error
      await wait(500)
    }
  }
}

async function upload(admin: Call, bytes: Buffer, name = 'many.zip'): Promise<number> {
  const form = new FormData()
  form.append('organisation_id', '101')
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return (await admin('PUT', 'file', form)).data.id
}

function csvOf(lines: number): string {
  const today = new Date().toISOString().slice(0, 10)
  return ['target,hours,completed_on', ...Array.from({ length: lines }, (_, i) => `Imported ${i},1.5,${today}`)].join(
    '\n',
  )
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any call
export type Call = (method: string, path: string, body?: object) => Promise<any>
type Workload = {
  /** Calls as a platform administrator, and as a member of the college. */
  admin: Call
  member: Call
  filled: Filled
  many: number
  zip: Buffer
  entries: number
  /** Whose days are closed. */
  trackers: number
  /** Calls of `serve.ts`. */
  history: (name: string, input?: object) => Promise<unknown>
}
/** `prepare` is not measured. */
type Work = { what: string; prepare?: () => Promise<unknown>; run: () => Promise<unknown> }
