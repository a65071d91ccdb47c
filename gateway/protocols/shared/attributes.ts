import { type Attributes, BadReport } from '../report.ts'

/** Of the attributes of a report as JSON: they are in each row of its history. */
const MOST_BYTES = 4096

/**
 * The attributes that a sender names itself; null without any.
 *
 * @throws {BadReport} where they are too large
 */
export function attributesOrNull(attributes: Attributes): Attributes | null {
  if (Object.keys(attributes).length === 0) return null
  const bytes = Buffer.byteLength(JSON.stringify(attributes))
  if (bytes > MOST_BYTES) throw new BadReport(`attributes: have ${bytes} bytes, and may have ${MOST_BYTES}`)
  return attributes
}
