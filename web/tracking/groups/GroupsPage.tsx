import schema from 'virtual:resource/trackergroup'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers, useDispatches } from '../../core/useAdministers.ts'
import type { BulkAction } from '../../kit/lists/BulkBar.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { groupsOf } from '../../people/members/groupReference.ts'
import { CommandDialog } from '../commands/CommandDialog.tsx'
import { ShareSomeDialog } from '../share/ShareSomeDialog.tsx'
import { GroupName } from './GroupName.tsx'

/** The groups that trackers are in. */
export function GroupsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  const dispatches = useDispatches(organisation_id)
  return (
    <ListPage
      title={t('tracking:trackerGroups.title')}
      text={t('tracking:trackerGroups.text')}
      {...(administers && {
        create: { to: paths.trackerGroup(), label: t('tracking:trackerGroups.new'), whenEmpty: true },
      })}
      links={[
        { to: paths.trackers(), label: t('tracking:trackers.title') },
        ...(administers
          ? [
              { to: paths.movementProfiles(), label: t('tracking:movementProfiles.title') },
              { to: paths.import({ kind: 'trackergroup' }), label: t('tracking:sheet.link') },
            ]
          : []),
      ]}
      resource="trackergroup"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name', show: (group) => <GroupName name={group.name} colour={group.colour} /> },
        { name: 'path' },
        { name: 'trackers', end: true },
        { name: 'created_at', hidden: true },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ path }) => path}
      open={({ id }) => (administers ? paths.trackerGroup({ id }) : paths.trackers({ group: id }))}
      bulk={[
        ...((dispatches
          ? [
              {
                label: t('tracking:share.shareSome'),
                single: true,
                dialog: ([group], close) => (
                  <ShareSomeDialog
                    subject={{ organisation_id, group_id: group!.id }}
                    title={t('tracking:share.title', { tracker: group!.path })}
                    close={close}
                  />
                ),
              },
            ]
          : []) satisfies BulkAction<'trackergroup'>[]),
        ...((administers
          ? [
              {
                label: t('tracking:commands.send'),
                single: true,
                fits: ({ trackers }) => trackers > 0,
                dialog: ([group], close) => (
                  <CommandDialog
                    to={{ group_id: group!.id }}
                    title={t('tracking:commands.sendTo', { name: group!.path })}
                    close={close}
                  />
                ),
              },
            ]
          : []) satisfies BulkAction<'trackergroup'>[]),
      ]}
      changing={
        administers
          ? {
              organisation_id,
              fields: ['parent_id', 'speed_limit', 'colour'],
              references: { parent_id: groupsOf(organisation_id, t('tracking:trackerGroups.top')) },
            }
          : undefined
      }
      removable={administers}
      empty={t('tracking:trackerGroups.empty')}
    />
  )
}
