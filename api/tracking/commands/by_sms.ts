import type { Db } from '#db/database.ts'
import { phoneNumber } from '#messages/phones.ts'
import type { ApiContext } from '../../context.ts'
import { administers } from '../../crud/belonging.ts'
import { figuresOf } from '../../crud/quotas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'

/** Characters of one SMS. */
const LONGEST = 160

/**
 * Administrators only: an owner could give any number, and send texts there.
 *
 * @returns the number of a SIM in international form
 */
export function simNumber(
  viewer: Viewer,
  organisation_id: number,
  given: string | null | undefined,
): string | null | undefined {
  if (given === undefined) return given
  if (!administers(viewer, organisation_id)) {
    throw new AppError('forbidden', 'sim_number: only an administrator may set the number of the SIM.', 'sim_number')
  }
  if (given === null) return given
  const number = phoneNumber(given)
  if (!number) throw wrong('sim_number', 'is not a phone number, such as +64 21 123 4567.')
  return number
}

/**
 * Refuses commands by SMS before any is written. A device cannot agree to receive them, so a platform administrator
 * allows them.
 *
 * @throws {AppError} not_possible where the installation sends no SMS, or the organisation may send no such commands
 */
export async function checkBySms(
  { config }: Pick<ApiContext, 'config'>,
  db: Db,
  { viewer, organisation_ids }: { viewer: Viewer; organisation_ids: number[] },
  { type, text = '' }: { type: string; text?: string | undefined },
): Promise<void> {
  if (type !== 'custom') throw wrong('by_sms', 'goes with a command of type custom: the text of the SMS.')
  if (text.length > LONGEST) throw wrong('text', `has more than ${LONGEST} characters, those of one SMS.`)
  if (!config.sms_url) throw new AppError('not_possible', 'by_sms: this installation sends no SMS (SMS_URL).', 'by_sms')
  for (const organisation_id of organisation_ids) {
    if (!administers(viewer, organisation_id)) {
      throw new AppError('forbidden', 'by_sms: only administrators send commands by SMS.', 'by_sms')
    }
    const { sms_commands_per_day } = await figuresOf(db, config.quotas, organisation_id)
    if (sms_commands_per_day > 0) continue
    throw new AppError(
      'not_possible',
      'by_sms: the organisation may send no commands by SMS: a platform administrator raises its quota sms_commands_per_day.',
      'by_sms',
    )
  }
}
