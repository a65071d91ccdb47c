import type { Read } from '../read.ts'

/**
 * What layouts of reports draw.
 *
 * @property logo bytes of a PNG or JPEG; one that cannot be drawn is left out: the title has the name
 * @property printed_by who made it, and for whom
 */
export type Printed = { read: Read; logo: Uint8Array | null; printed_by: string }
