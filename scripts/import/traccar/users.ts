import { ApiError } from '#api/client.ts'
import type { Job } from './bring.ts'
import { entriesOf, plainText } from './entries.ts'
import { once } from './target.ts'

/** Invites the users of Traccar by e-mail, each once, as members who see their own trackers only. */
export async function inviteUsers(job: Job): Promise<void> {
  const { outcome, state, target, dry_run } = job
  for (const { id, name, email, disabled } of await entriesOf(job, 'users', TITLE)) {
    const address = plainText(email, 300)
    if (disabled === true) outcome.leaveOut(TITLE, name, 'they are switched off')
    else if (!address.includes('@')) outcome.leaveOut(TITLE, name, 'they have no e-mail address')
    else if (state.row('invitation', String(id))) outcome.count(TITLE, 'same')
    else if (dry_run) outcome.count(TITLE, 'created')
    else {
      try {
        const body = { organisation_id: target.organisation.id, email: address, role_name: 'User' as const }
        const { data } = await target.client.create('invitation', body, once())
        state.setRow('invitation', String(id), { id: data.id, hash: '' })
        outcome.count(TITLE, 'created')
      } catch (error) {
        if (!(error instanceof ApiError) || error.status < 404 || error.status >= 500) throw error
        outcome.leaveOut(TITLE, name, error.message)
      }
    }
  }
}

const TITLE = 'Invitations'
