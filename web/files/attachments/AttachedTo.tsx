import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import type { Attachment } from '../types.ts'

/** Links to what a file is attached to. */
export function AttachedTo({ attachments }: { attachments: Attachment[] }) {
  return attachments.map((attachment, index) => (
    <Fragment key={attachment.id}>
      {index > 0 && ', '}
      <Anchor component={Link} to={pathOf(attachment)} inherit>
        {attachment.subject}
      </Anchor>
    </Fragment>
  ))
}

function pathOf({ tracker_id, boundary_id, message_id, maintenance_done_id }: Attachment): string {
  if (tracker_id !== null) return paths.tracker({ id: tracker_id })
  if (boundary_id !== null) return paths.boundary({ id: boundary_id })
  if (maintenance_done_id !== null) return paths.maintenanceRecord({ id: maintenance_done_id })
  return paths.message({ id: message_id! })
}
