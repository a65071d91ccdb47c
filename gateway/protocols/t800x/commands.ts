import { apn, type DeclaredCommand, plain, server } from '../shared/commands.ts'

/** With the password of a new device. */
export const commands: DeclaredCommand<unknown>[] = [
  plain('engine_stop', 'RELAY,0000,On#'),
  plain('engine_resume', 'RELAY,0000,Off#'),
  apn((...values) => `APN,0000,${values.join(',')}#`),
  server((host, port) => `IP,0000,${host} ${port}#`),
]
