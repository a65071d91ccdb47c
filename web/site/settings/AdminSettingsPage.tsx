import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import classes from './AdminSettingsPage.module.css'

/** Where an administrator finds what there is to set. */
export function AdminSettingsPage() {
  const { t } = useTranslation()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  const lines: [path: string, title: string, text: string][] = [
    ['/app/settings', t('site:settings.mine'), t('site:settings.mineText')],
    ['/app/organisation/admin', t('organisations:organisation.title'), t('site:settings.organisationText')],
    ['/app/users/admin', t('people:users.title'), t('site:settings.peopleText')],
    ['/app/messages/admin', t('site:settings.messages'), t('site:settings.messagesText')],
    ['/app/messagetemplates/admin', t('site:settings.templates'), t('site:settings.templatesText')],
    ['/app/remindermessages/admin', t('site:settings.reminders'), t('site:settings.remindersText')],
    ['/app/recipients/admin', t('site:settings.recipients'), t('site:settings.recipientsText')],
    ['/app/enquiries/admin', t('site:settings.enquiries'), t('site:settings.enquiriesText')],
  ]
  const platform: typeof lines = [
    ['/app/organisations/admin', t('organisations:organisation.all'), t('site:settings.organisationsText')],
    ['/app/notifications/admin', t('site:settings.notifications'), t('site:settings.notificationsText')],
    ['/app/website/admin', t('site:website.title'), t('site:settings.websiteText')],
    ['/app/unknowndevices/admin', t('tracking:unknownDevices.title'), t('site:settings.devicesText')],
    ['/app/outbox/admin', t('messaging:outbox.title'), t('site:settings.outboxText')],
  ]
  return (
    <Page title={t('site:settings.title')}>
      <ul className={classes.lines}>
        {[...lines, ...(platform_admin ? platform : [])].map(([path, title, text]) => (
          <li key={path}>
            <Link to={path}>
              <b>{title}</b>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
