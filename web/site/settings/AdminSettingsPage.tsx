import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Area } from '#db/tables/people/role.ts'
import { paths } from '../../core/paths.ts'
import { allowsAll, useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import classes from './AdminSettingsPage.module.css'

/** Links to all administration pages, in groups. */
export function AdminSettingsPage() {
  const { t } = useTranslation()
  const groups = useGroups()
  return (
    <Page title={t('site:settings.title')} width="record">
      {groups.map(([name, lines]) => (
        <section key={name} className={classes.group} aria-labelledby={`settings-${name}`}>
          <Title order={2} size="h6" id={`settings-${name}`}>
            {t(`site:settings.groups.${name}`)}
          </Title>
          <ul className={classes.lines}>
            {lines
              .filter((line) => line !== false)
              .map(([path, title, text]) => (
                <li key={path}>
                  <Link to={path}>
                    <b>{title}</b>
                    <span>{text}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

/** The groups that the person has, each with its pages. */
function useGroups(): [name: GroupName, lines: (Line | false)[]][] {
  const { t } = useTranslation()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  const features = useFeatures()
  const { user, organisation_id } = useSession()
  const allows = (areas: Area[]) => allowsAll(user, organisation_id, areas)
  const tracks = features.includes('tracking')
  const groups: [name: GroupName, lines: (Line | false)[]][] = [
    [
      'organisation',
      [
        [
          paths.settings(),
          t('site:settings.mine'),
          t(`site:settings.${tracks ? 'mineText' : 'mineTextWithoutAlerts'}`),
        ],
        allows(['settings']) && [
          paths.organisation(),
          t('organisations:organisation.title'),
          t(`site:settings.${tracks ? 'organisationText' : 'organisationTextWithoutAlerts'}`),
        ],
        allows(['people']) && [paths.users(), t('people:users.title'), t('site:settings.peopleText')],
        allows(['people']) && [paths.roles(), t('people:roles.title'), t('people:roles.settingsText')],
        [paths.admin(), t('site:dashboard.title'), t('site:settings.dashboardText')],
        features.includes('files') && [paths.jobs(), t('files:jobList.title'), t('site:settings.jobsText')],
        [paths.exportData(), t('people:export.title'), t('site:settings.exportText')],
      ],
    ],
    [
      'development',
      [
        [paths.cyclesAdmin(), t('site:settings.cycles'), t('site:settings.cyclesText')],
        [paths.standards(), t('site:settings.standards'), t('site:settings.standardsText')],
        [paths.categoriesAdmin(), t('site:settings.categories'), t('site:settings.categoriesText')],
        [paths.sharedGoals(), t('site:settings.sharedGoals'), t('site:settings.sharedGoalsText')],
        [paths.formTemplates(), t('site:settings.formTemplates'), t('site:settings.formTemplatesText')],
      ],
    ],
    [
      'messages',
      [
        [paths.allMessages(), t('site:settings.messages'), t('site:settings.messagesText')],
        [paths.templates(), t('site:settings.templates'), t('site:settings.templatesText')],
        [paths.reminders(), t('site:settings.reminders'), t('site:settings.remindersText')],
        [paths.newsletters(), t('messaging:newsletters.title'), t('site:settings.newslettersText')],
        [paths.recipients(), t('site:settings.recipients'), t('site:settings.recipientsText')],
      ],
    ],
    [
      'content',
      [
        [paths.pageContents(), t('site:contents.title'), t('site:settings.pagesText')],
        [paths.faqs(), t('site:faqs.title'), t('site:settings.faqsText')],
        [paths.enquiries(), t('site:settings.enquiries'), t('site:settings.enquiriesText')],
      ],
    ],
    [
      'platform',
      [
        [paths.organisations(), t('organisations:organisation.all'), t('site:settings.organisationsText')],
        [paths.notifications(), t('site:settings.notifications'), t('site:settings.notificationsText')],
        [paths.website(), t('site:website.title'), t('site:settings.websiteText')],
        [paths.installationProviders(), t('organisations:providers.installation'), t('site:settings.providersText')],
        [paths.platform(), t('site:platform.title'), t('site:settings.platformText')],
        [paths.unknownDevices(), t('tracking:unknownDevices.title'), t('site:settings.devicesText')],
        [paths.outbox(), t('messaging:outbox.title'), t('site:settings.outboxText')],
      ],
    ],
  ]
  const needed = { organisation: [], development: ['cpd'], messages: ['messages'], content: ['content'], platform: [] }
  return groups.filter(
    ([name]) =>
      allows(needed[name] as Area[]) &&
      (name !== 'development' || features.includes('cpd')) &&
      (name !== 'platform' || platform_admin),
  )
}

type GroupName = 'organisation' | 'development' | 'messages' | 'content' | 'platform'
type Line = [path: string, title: string, text: string]
