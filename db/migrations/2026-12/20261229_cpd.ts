import { type Kysely, sql } from 'kysely'

export const after = '20261228_administration'
export const checksum = '7aff4754dfa62afca5b82a2ba522e7ea47f817d1ddeee9b4679fef370a047957'

/** Continuing professional development. Hours, credits, rates and caps are integers of hundredths. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const id = 'id bigint generated always as identity primary key'
const organisation = 'organisation_id bigint not null references organisation on delete cascade'
const person = (name: string) => `${name} bigint not null references user_account on delete cascade`
const other = (name: string) => `${name} bigint references user_account on delete set null`
const times = 'created_at timestamptz not null default now(), modified_at timestamptz not null default now()'

const statements = [
  `create table devcategory (
    ${id}, ${organisation},
    parent_devcategory_id bigint references devcategory on delete cascade,
    code text not null,
    name text not null,
    description text not null default '',
    unit text not null default 'hours' check (unit in ('hours', 'credits', 'points', 'days')),
    credit_per_hour integer check (credit_per_hour >= 0),
    credit_per_item integer check (credit_per_item >= 0),
    item_hours integer check (item_hours >= 0),
    cap integer check (cap >= 0),
    cap_per text check (cap_per in ('year', 'cycle')),
    evidence text not null default 'none' check (evidence in ('none', 'wanted', 'required')),
    flags text[] not null default '{}' check (flags <@ array['verifiable', 'external', 'participatory']),
    position integer not null default 0,
    active boolean not null default true,
    ${times},
    check (parent_devcategory_id <> id),
    check (credit_per_hour is null or credit_per_item is null),
    check ((cap is null) = (cap_per is null))
  )`,
  'create unique index devcategory_code on devcategory (organisation_id, lower(code))',
  'create index devcategory_parent on devcategory (parent_devcategory_id)',

  // A standard without an organisation is built in. A published version never changes.
  `create table cpd_standard (
    ${id},
    organisation_id bigint references organisation on delete cascade,
    code text not null,
    name text not null,
    authority text not null default '',
    source_url text,
    checked_on date,
    version text not null default '1',
    unit text not null default 'hours' check (unit in ('hours', 'credits', 'points', 'days')),
    year_starts text not null default '01-01',
    cycle_months integer not null default 12 check (cycle_months between 1 and 120),
    pro_rata text not null default 'none' check (pro_rata in ('none', 'months', 'days')),
    rounding integer not null default 1 check (rounding in (1, 25, 50)),
    keep_years integer default 3 check (keep_years between 0 and 100),
    categories jsonb not null default '[]',
    options jsonb not null default '{}',
    published_at timestamptz,
    ${times}
  )`,
  'create unique index cpd_standard_version on cpd_standard (organisation_id, code, version) nulls not distinct',

  `create table cpd_rule (
    ${id},
    cpd_standard_id bigint not null references cpd_standard on delete cascade,
    code text not null,
    position integer not null,
    kind text not null check (kind in
      ('sum_min', 'sum_max', 'share_max', 'each_min', 'count_min', 'presence', 'one_of', 'distinct_min')),
    category_codes text[] not null default '{}',
    tags text[] not null default '{}',
    flags text[] not null default '{}',
    unit text,
    amount integer not null default 0,
    share_of_rule_id bigint references cpd_rule on delete set null,
    per text not null default 'cycle' check (per in ('cycle', 'year', 'rolling')),
    window_months integer check (window_months > 0),
    for_qualification text,
    sentence text not null default '',
    options jsonb not null default '{}',
    unique (cpd_standard_id, code)
  )`,
  'create index cpd_rule_share on cpd_rule (share_of_rule_id) where share_of_rule_id is not null',

  `create table devcycle (
    ${id}, ${organisation},
    name text not null,
    start date not null,
    "end" date not null,
    years_valid integer not null default 1 check (years_valid between 1 and 20),
    cpd_standard_id bigint references cpd_standard,
    audience jsonb not null default '{}',
    expired_at timestamptz,
    ${times},
    check ("end" > start)
  )`,
  'create index devcycle_start on devcycle (organisation_id, start)',
  'create index devcycle_standard on devcycle (cpd_standard_id) where cpd_standard_id is not null',

  `create table devplan (
    ${id}, ${organisation}, ${person('user_id')},
    devcycle_id bigint not null references devcycle,
    ${other('supervisor_user_id')},
    state text not null default 'draft' check (state in ('draft', 'submitted', 'agreed', 'reviewed')),
    text text not null default '',
    self_evaluation text not null default '',
    returned_text text,
    submitted_at timestamptz,
    agreed_at timestamptz,
    ${other('agreed_by_user_id')},
    agreed_signature_id bigint,
    agreed_snapshot text,
    agreed_sha256 text,
    reviewed_at timestamptz,
    result jsonb,
    registered_from date,
    ${times},
    unique (user_id, devcycle_id)
  )`,
  'create index devplan_cycle on devplan (devcycle_id)',
  'create index devplan_organisation on devplan (organisation_id, user_id)',
  'create index devplan_supervisor on devplan (supervisor_user_id) where supervisor_user_id is not null',
  'create index devplan_agreed_by on devplan (agreed_by_user_id) where agreed_by_user_id is not null',

  `create table devwaiver (
    ${id}, ${organisation}, ${person('user_id')},
    devplan_id bigint not null references devplan on delete cascade,
    "from" date not null,
    "to" date not null,
    kind text not null check (kind in ('leave', 'illness', 'part_time', 'other')),
    reason text not null default '',
    state text not null default 'requested' check (state in ('requested', 'granted', 'refused')),
    ${other('decided_by')},
    ${times},
    check ("to" >= "from")
  )`,
  'create index devwaiver_plan on devwaiver (devplan_id)',
  'create index devwaiver_user on devwaiver (user_id)',
  'create index devwaiver_organisation on devwaiver (organisation_id, user_id)',
  'create index devwaiver_decided_by on devwaiver (decided_by) where decided_by is not null',

  // A goal of a cycle has no person; what they have are copies.
  `create table devgoal (
    ${id}, ${organisation},
    user_id bigint references user_account on delete cascade,
    devplan_id bigint references devplan on delete cascade,
    devcycle_id bigint references devcycle on delete cascade,
    source_devgoal_id bigint references devgoal,
    predefined boolean not null default false,
    compulsory boolean not null default false,
    plan_category text not null default '',
    description text not null,
    identifying_method text not null default '',
    achievement_method text not null default '',
    specific text not null default '',
    measurable text not null default '',
    action text not null default '',
    realistic text not null default '',
    timely date,
    state text not null default 'open' check (state in ('open', 'achieved', 'dropped')),
    position integer not null default 0,
    ${times},
    check ((user_id is null) = (devplan_id is null)),
    check (user_id is not null or devcycle_id is not null)
  )`,
  'create unique index devgoal_copy on devgoal (user_id, source_devgoal_id) where source_devgoal_id is not null',
  'create index devgoal_source on devgoal (source_devgoal_id) where source_devgoal_id is not null',
  'create index devgoal_plan on devgoal (devplan_id)',
  'create index devgoal_cycle on devgoal (devcycle_id)',
  'create index devgoal_organisation on devgoal (organisation_id, user_id)',
  'create index devgoal_user on devgoal (user_id)',

  `create table devgoalprogress (
    ${id}, ${organisation}, ${person('user_id')},
    devgoal_id bigint not null references devgoal on delete cascade,
    at timestamptz not null default now(),
    percent integer check (percent between 0 and 100),
    text text not null default '',
    private boolean not null default false,
    ${times}
  )`,
  'create index devgoalprogress_goal on devgoalprogress (devgoal_id)',
  'create index devgoalprogress_user on devgoalprogress (user_id)',
  'create index devgoalprogress_organisation on devgoalprogress (organisation_id, user_id)',

  `create table devactivity (
    ${id}, ${organisation}, ${person('user_id')},
    target text not null default '',
    hours integer not null default 0 check (hours >= 0),
    time_requirement integer check (time_requirement >= 0),
    time_credit integer check (time_credit >= 0),
    motivation text not null default '',
    learnings text not null default '',
    patient_benefit text not null default '',
    same_patient text not null default 'none' check (same_patient in ('same', 'different', 'none')),
    began_on date,
    completed_on date,
    provider text not null default '',
    flags text[] not null default '{}' check (flags <@ array['verifiable', 'external', 'participatory']),
    tags text[] not null default '{}',
    private boolean not null default false,
    state text not null default 'recorded' check (state in ('draft', 'recorded', 'verified', 'returned')),
    ${other('verified_by')},
    verified_at timestamptz,
    note text not null default '',
    repeats text not null default 'never' check (repeats in ('never', 'weekly', 'monthly')),
    client_key text,
    ${times},
    check (completed_on >= began_on),
    check (state = 'draft' or completed_on is not null)
  )`,
  'create unique index devactivity_client_key on devactivity (user_id, client_key) where client_key is not null',
  'create index devactivity_user on devactivity (user_id, completed_on)',
  'create index devactivity_organisation on devactivity (organisation_id, completed_on)',
  'create index devactivity_person on devactivity (organisation_id, user_id)',
  'create index devactivity_verified_by on devactivity (verified_by) where verified_by is not null',

  // The rate and cap are copies: a later change of the category changes nothing that was counted.
  `create table devactivity_credit (
    devactivity_id bigint not null references devactivity on delete cascade,
    devcategory_id bigint not null references devcategory,
    code text not null,
    hours integer not null check (hours >= 0),
    credit integer not null check (credit >= 0),
    unit text not null,
    items integer check (items > 0),
    rate integer,
    rate_per text check (rate_per in ('hour', 'item')),
    item_hours integer,
    cap integer,
    cap_per text,
    primary key (devactivity_id, devcategory_id)
  )`,
  'create index devactivity_credit_category on devactivity_credit (devcategory_id)',

  `create table devactivity_goal (
    devactivity_id bigint not null references devactivity on delete cascade,
    devgoal_id bigint not null references devgoal on delete cascade,
    primary key (devactivity_id, devgoal_id)
  )`,
  'create index devactivity_goal_goal on devactivity_goal (devgoal_id)',
  'create index file_evidence_entity on file_evidence (entity, entity_id)',

  `create table devformtemplate (
    ${id}, ${organisation},
    name text not null,
    version integer not null default 1 check (version > 0),
    state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
    fields jsonb not null default '[]',
    filled_by text not null default 'self' check (filled_by in ('self', 'supervisor', 'peer', 'anonymous')),
    credit_devcategory_id bigint references devcategory on delete set null,
    credit_hours integer check (credit_hours >= 0),
    ${times}
  )`,
  'create unique index devformtemplate_version on devformtemplate (organisation_id, lower(name), version)',
  `create index devformtemplate_category on devformtemplate (credit_devcategory_id)
   where credit_devcategory_id is not null`,

  // The author of an anonymous form is not kept after it was submitted.
  `create table devform (
    ${id}, ${organisation}, ${person('user_id')},
    devformtemplate_id bigint not null references devformtemplate,
    version integer not null,
    ${other('filled_by_user_id')},
    devplan_id bigint references devplan on delete set null,
    answers jsonb not null default '{}',
    state text not null default 'draft' check (state in ('draft', 'submitted', 'agreed', 'returned')),
    note text not null default '',
    snapshot text,
    sha256 text,
    ${other('agreed_by_user_id')},
    submitted_at timestamptz,
    agreed_at timestamptz,
    ${times}
  )`,
  'create index devform_user on devform (user_id)',
  'create index devform_organisation on devform (organisation_id, user_id)',
  'create index devform_template on devform (devformtemplate_id)',
  'create index devform_filled_by on devform (filled_by_user_id)',
  'create index devform_plan on devform (devplan_id) where devplan_id is not null',
  'create index devform_agreed_by on devform (agreed_by_user_id) where agreed_by_user_id is not null',

  `create table devqualification (
    ${id}, ${organisation}, ${person('user_id')},
    type text not null,
    name text not null,
    level text not null default '',
    issuer text not null default '',
    number text not null default '',
    issued_on date,
    expires_on date,
    devcategory_id bigint references devcategory on delete set null,
    suspended boolean not null default false,
    extended_until date,
    extended_reason text not null default '',
    ${times},
    check (expires_on >= issued_on),
    check (extended_until > expires_on)
  )`,
  'create index devqualification_user on devqualification (user_id)',
  'create index devqualification_organisation on devqualification (organisation_id, user_id)',
  'create index devqualification_expires on devqualification (coalesce(extended_until, expires_on))',
  'create index devqualification_category on devqualification (devcategory_id) where devcategory_id is not null',

  `create table userrelationship (
    ${id}, ${organisation}, ${person('user_id')}, ${person('other_user_id')},
    kind text not null check (kind in ('supervisor', 'alternate', 'educator', 'peer', 'provider')),
    assessment_level text not null default '',
    begins date,
    ends date,
    state text not null default 'requested' check (state in ('requested', 'accepted', 'declined', 'ended')),
    requested_by_user_id bigint references user_account on delete set null,
    may_read_private boolean not null default false,
    ${times},
    check (user_id <> other_user_id),
    check (ends >= begins)
  )`,
  `create unique index userrelationship_open on userrelationship (organisation_id, user_id, other_user_id, kind)
   where state in ('requested', 'accepted')`,
  'create index userrelationship_user on userrelationship (user_id, other_user_id)',
  'create index userrelationship_other on userrelationship (other_user_id, user_id)',
  'create index userrelationship_requested_by on userrelationship (requested_by_user_id)',

  `create table procedure (
    ${id}, ${organisation}, ${person('user_id')},
    case_number integer not null check (case_number > 0),
    date date not null,
    type text not null default '',
    modality text not null default '',
    region text not null default '',
    structures text not null default '',
    nhi_sealed text,
    nhi_index text,
    nhi_mask text,
    comments text not null default '',
    difficulty_extraneous text not null default '',
    difficulty_other text not null default '',
    difficulty_physical text not null default '',
    difficulty_physiological text not null default '',
    difficulty_psychological text not null default '',
    role text check (role in ('surgeon', 'first_assistant', 'second_assistant', 'observer', 'supervisor')),
    supervision text check (supervision in ('independent', 'available', 'present', 'scrubbed', 'directed')),
    ${other('supervisor_user_id')},
    state text not null default 'draft' check (state in ('draft', 'for_review', 'approved', 'returned')),
    outcome text not null default '',
    note text not null default '',
    ${other('approved_by')},
    approved_at timestamptz,
    client_key text,
    ${times},
    check ((nhi_sealed is null) = (nhi_index is null))
  )`,
  'create unique index procedure_case_number on procedure (organisation_id, user_id, case_number)',
  'create unique index procedure_client_key on procedure (user_id, client_key) where client_key is not null',
  'create index procedure_user on procedure (user_id, date)',
  'create index procedure_organisation on procedure (organisation_id, date)',
  'create index procedure_nhi on procedure (user_id, nhi_index) where nhi_index is not null',
  'create index procedure_supervisor on procedure (supervisor_user_id) where supervisor_user_id is not null',
  'create index procedure_approved_by on procedure (approved_by) where approved_by is not null',

  `create table procedure_term (
    ${id}, ${organisation},
    kind text not null check (kind in ('modality', 'region', 'type', 'structure')),
    code text not null,
    snomed_id text,
    name text not null,
    active boolean not null default true,
    ${times}
  )`,
  'create unique index procedure_term_code on procedure_term (organisation_id, kind, lower(code))',

  // What was signed, byte by byte: never changed, and kept when what it shows is agreed again.
  `create table cpd_snapshot (
    ${id}, ${organisation},
    user_id bigint references user_account on delete cascade,
    entity text not null check (entity in ('devplan', 'devplan_review', 'devform')),
    entity_id bigint not null,
    content text not null,
    sha256 text not null,
    signed_by_user_id bigint references user_account on delete set null,
    created_at timestamptz not null default now()
  )`,
  'create index cpd_snapshot_entity on cpd_snapshot (entity, entity_id)',
  'create index cpd_snapshot_organisation on cpd_snapshot (organisation_id, user_id)',
  'create index cpd_snapshot_user on cpd_snapshot (user_id)',
  'create index cpd_snapshot_signed_by on cpd_snapshot (signed_by_user_id)',

  `create table cpd_report (
    ${id}, ${organisation}, ${person('user_id')},
    devplan_id bigint not null references devplan on delete cascade,
    file_id bigint references file on delete set null,
    sha256 text not null,
    sent_to text,
    message_id bigint references message on delete set null,
    ${other('created_by')},
    created_at timestamptz not null default now()
  )`,
  'create index cpd_report_plan on cpd_report (devplan_id)',
  'create index cpd_report_organisation on cpd_report (organisation_id, user_id)',
  'create index cpd_report_user on cpd_report (user_id)',
  'create index cpd_report_file on cpd_report (file_id) where file_id is not null',
  'create index cpd_report_message on cpd_report (message_id) where message_id is not null',
  'create index cpd_report_created_by on cpd_report (created_by) where created_by is not null',

  // Each occasion is written once, in the transaction that queues its message.
  `create table cpd_reminder (
    ${id}, ${organisation}, ${person('user_id')},
    occasion text not null,
    message_id bigint references message on delete set null,
    created_at timestamptz not null default now(),
    unique (user_id, occasion)
  )`,
  'create index cpd_reminder_organisation on cpd_reminder (organisation_id)',
  'create index cpd_reminder_message on cpd_reminder (message_id) where message_id is not null',
]
