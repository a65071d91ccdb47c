import type { Domain } from '../../crud/domain.ts'
import type { JobHandler } from '../../crud/jobs/handler.ts'
import { decrypt } from './decrypt.ts'
import { encrypt } from './encrypt.ts'
import { exported } from './export.ts'
import { unzip } from './unzip.ts'
import { zip } from './zip.ts'

/** Every kind of job: of files, and what other domains declare. */
export const jobHandlers: JobHandler[] = [zip, unzip, encrypt, decrypt, exported]

/** A process may have several servers, of which each takes them. */
export function takeJobs(domains: Domain[]): void {
  for (const handler of domains.flatMap(({ jobs = [] }) => jobs)) {
    if (!jobHandlers.includes(handler)) jobHandlers.push(handler)
  }
}
