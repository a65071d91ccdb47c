import type { client } from '../../core/api.ts'

/** As the server makes it: titles and notes are its own. */
export type Report = Awaited<ReturnType<typeof client.act<'GET invoicing/report'>>>['data']

export const formats = ['csv', 'pdf'] as const
