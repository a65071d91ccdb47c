import { gt06 } from './gt06.ts'
import { mqtt } from './mqtt.ts'
import { osmand } from './osmand.ts'
import { teltonika } from './teltonika.ts'

export const dialects = { mqtt, teltonika, gt06, osmand }
export type DialectName = keyof typeof dialects
