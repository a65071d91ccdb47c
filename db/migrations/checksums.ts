/**
 * The statements of each landed migration as their checksum (`recorder.ts`), the present one last. The others were
 * released before migrations were closed to editing; `20261201_converge` brings their databases to the same schema.
 * A migration that lands adds its line here; nothing that stands here is changed.
 */
export const checksums: Record<string, string[]> = {
  '20261121_tracking': [
    '6d4df76ee6de994a21ff479cddbffbbffdc876ced73df2963b9c473074f82232',
    '094a8032cb3be18815285af7a593d93f0d6d62f501eb7d1bdb12c60beeecbf9c',
    '34ae3f0a40d93c05189e8f96155631043ff8b068d13a4d1fb65580daa36e4815',
    'cd8e7461f071e101dddd9964c51e0ccf2a4d3866245f5418f2b616297f516e51',
    'c5db412a3de9e7971fa25307eda1ca10fa1eec7c82886df7faea24099a001ac0',
  ],
  '20261122_accounts': ['bb6ad62129e7969759f9c0c619dd0a7ada41232d7a59ba101e6a3a40818ea1d2'],
  '20261123_organisations': ['80ef16cc0246825140e2f7fac2044c2c11f444e57e1eb80aff9649658ebf4148'],
  '20261124_devices': ['3d5d6d2202dbd3657b9c12ff3cb8891d38782f5e7c59d2fa40528cabe8a4f946'],
  '20261124_lists': ['ad5f4644a8180d7e57eefa0b1b09daad291969c6d9359f294cda0e600ad53588'],
  '20261125_presence': ['f382f734a6a0742fa47fdd41460766eb7dc722b611ca6b146aace838e6710817'],
  '20261126_messages': [
    '9e98f2003305a2b38b4c88df1290975777613aaf0327eb7b869a5405c7f2d488',
    'cecfef95f4a2618d6d7fff04e7cdc36d54592d127cd9dcd85727f88d8b019200',
    'd892d08f1434e4c981a83bb01616ee5ffc0c91cb688cf0523af9d5094635b3b6',
  ],
  '20261127_sharing': ['e440c2cef6c64745a34ce1e32ec7f9439336e1995a3732a0f4eb2d3af16f6f46'],
  '20261128_commands': ['383b5569d6927084a93981d799425f1053dee1ba8dd00788d6dcfe566c4cffb7'],
  '20261201_converge': ['aaf166409e82104b9d39772921dca98cb602197ccfa205963a6dd4dc6d7193bc'],
  '20261202_geometry': ['e7b926d68f004e26059b294573f0388534b678c2c0491bb5c1ed36e11e693b30'],
  '20261203_proved_addresses': ['13d8a7ec939be0c6ca1df0f8a2f638de3033e8ddfb113cf576d7925c4d075ee3'],
  '20261204_sessions': ['d21a839831d41e07245dcf9eb5d9851385a5373aca1c2a0605648fa3a5831f30'],
  '20261205_transports': ['624147819ebf44fc714e9045a0d3c0786b9a9a0afab288f2393ad0265c06b23d'],
  '20261206_recipients_quotas': ['d29451584fc9996f157034e29f60125a7199e6ae7bcf805dea479260499bde20'],
  '20261207_event_indexes': ['05424583dadaa4f300553887f584f0b89b89cb95ceb6f8c59e11c143374df38c'],
  '20261207_gateways': ['4cc2904fa3ccb6fbea55bcf8947eef02cbf686b9b5d78cf2853a5a2a203d0fad'],
  '20261208_register_links': ['f882bf11e7e6d0ff40bad0172aa2fccca35a308a919c2a22021049b0db61ab4d'],
  '20261209_boundary_rules': ['99683fbc32fc35a36ec0b16b95814fabb4da73ded1005fd93744bed787623177'],
  '20261213_basemaps': ['e36ba48bf89783d6b59a88387fcee0cadb9e5c413f925cab19b84b555f7640e5'],
  '20261215_start': ['0780421d914bf358434c637b3f6e2e9c84b3fd1095a6e5495d97624c74631d50'],
}
