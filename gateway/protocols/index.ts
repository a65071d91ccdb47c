import { ais } from './ais/index.ts'
import { castel } from './castel/index.ts'
import { eelink } from './eelink/index.ts'
import { galileo } from './galileo/index.ts'
import { gl200 } from './gl200/index.ts'
import { gps103 } from './gps103/index.ts'
import { gpsgate } from './gpsgate/index.ts'
import { gt06 } from './gt06/index.ts'
import { h02 } from './h02/index.ts'
import { jt808 } from './jt808/index.ts'
import { meitrack } from './meitrack/index.ts'
import { minifinder2 } from './minifinder2/index.ts'
import { ruptela } from './ruptela/index.ts'
import type { Protocol } from './shared/protocol.ts'
import { suntech } from './suntech/index.ts'
import { t55 } from './t55/index.ts'
import { t800x } from './t800x/index.ts'
import { teltonika } from './teltonika/index.ts'
import { tk103 } from './tk103/index.ts'
import { totem } from './totem/index.ts'
import { watch } from './watch/index.ts'
import { wialon } from './wialon/index.ts'

/** Every protocol that devices speak over TCP, and some over UDP. */
export const protocols: Protocol[] = [
  ais,
  castel,
  eelink,
  galileo,
  gl200,
  gps103,
  gpsgate,
  gt06,
  h02,
  jt808,
  meitrack,
  minifinder2,
  ruptela,
  suntech,
  t55,
  t800x,
  teltonika,
  tk103,
  totem,
  watch,
  wialon,
]
