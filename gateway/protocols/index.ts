import { gl200 } from './gl200.ts'
import { gps103 } from './gps103.ts'
import { gpsgate } from './gpsgate.ts'
import { gt06 } from './gt06.ts'
import { h02 } from './h02.ts'
import { meitrack } from './meitrack.ts'
import type { Protocol } from './protocol.ts'
import { suntech } from './suntech.ts'
import { t55 } from './t55.ts'
import { teltonika } from './teltonika.ts'
import { tk103 } from './tk103.ts'
import { totem } from './totem.ts'

/** Every protocol that devices speak over TCP, and some over UDP. */
export const protocols: Protocol[] = [
  gl200,
  gps103,
  gpsgate,
  gt06,
  h02,
  meitrack,
  suntech,
  t55,
  teltonika,
  tk103,
  totem,
]
