import { apn, type DeclaredCommand, plain, server } from '../shared/commands.ts'

/** With the password of a new device. The relay: 1 cuts the fuel, 0 restores it. */
export const commands: DeclaredCommand<unknown>[] = [
  plain('engine_stop', 'RELAY,0000,1#'),
  plain('engine_resume', 'RELAY,0000,0#'),
  apn((...values) => `APN,0000,${values.join(',')}#`),
  server((host, port) => `IP,0000,${host} ${port}#`),
]
