import { decrypt } from './decrypt.ts'
import { encrypt } from './encrypt.ts'
import { exported } from './export.ts'
import type { JobHandler } from './handler.ts'
import { unzip } from './unzip.ts'
import { zip } from './zip.ts'

/** Every kind of job. */
export const jobHandlers: JobHandler[] = [zip, unzip, encrypt, decrypt, exported]
