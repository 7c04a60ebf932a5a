/**
 * What people wish, fear, forbid, complain of and ask, whatever it is about: `left|right`, as in `leanings`. Who
 * says so names the state that is wanted or missed, and seldom the act; the first word on the right is the act.
 */
export const wishes: readonly string[] = [
  // Somebody must not see or get something
  'must_not_read must_not_look must_not_find must_not_know must_not_learn must_not_hear must_never_know should_not_find should_not_know should_never_see not_meant_for not_for_his_eyes not_for_her_eyes not_for_their_eyes|private restrict permission visibility access collaboration',
  'none_of_*_business none_of_their_business none_of_his_business nobody_else_should nobody_else_may nobody_else_needs no_outsider no_strangers not_for_strangers not_for_outsiders nobody_outside no_one_outside outsiders_must strangers_must|private restrict visibility permission access',
  'can_be_seen_by_anyone anybody_can_see anyone_can_see everyone_sees everybody_sees all_the_world_sees all_the_world_can whole_world_can the_whole_world is_open_to_all open_to_the_world|private visibility public update restrict',
  'too_many_people_can too_many_people_have too_many_people_see too_many_eyes more_rights_than more_access_than can_do_too_much may_do_too_much sees_too_much|revoke permission role access remove update',
  'should_not_be_able_to must_not_be_allowed should_not_be_allowed must_no_longer should_no_longer should_not_any may_not_any not_be_able_to_*_any cannot_be_allowed|restrict revoke permission disable block role',
  'nobody_must nobody_is_to no_one_is_to nobody_is_allowed nobody_gets_to nobody_else_can nobody_except nobody_but_me no_one_but|restrict lock permission private block',
  'stop_people_from stop_users_from stop_them_from stop_him_from stop_her_from stop_anyone_from stop_anybody_from stop_everyone_from keep_people_from keep_them_from keep_users_from keep_anyone_from prevent_people_from prevent_users_from make_it_impossible make_it_harder|restrict block disable prevent lock protect',
  'who_are_not_in who_is_not_in not_in_the_team not_on_the_team not_on_the_list not_in_the_group people_outside_the|private restrict member permission',
  'until_they_pay until_he_pays until_she_pays unless_they_pay unless_he_pays|suspend restrict block lock disable',
  'no_longer_trust can_no_longer_be_trusted not_trustworthy fell_out_with had_a_fight_with quarreled_with|revoke remove block access permission',

  // Somebody should see, get, be able to
  'should_see should_be_seen_by should_get_to_see should_also_see needs_to_see has_to_see wants_to_see would_like_to_see has_to_be_able_to_see be_able_to_see be_able_to_read able_to_look|share permission access invite collaboration visibility',
  'be_able_to_change be_able_to_edit be_able_to_write able_to_make_changes may_make_changes can_make_changes needs_to_work_on wants_to_work_on has_to_work_on needs_to_get_into needs_to_get_at has_to_get_into|permission role grant access update collaborator',
  'needs_access needs_access_to wants_access should_get_access should_have_access ought_to_have_access must_have_access gets_access|access grant permission invite add request',
  'should_be_told should_be_informed should_be_notified must_be_told must_be_informed has_to_be_told has_to_know needs_to_be_told needs_to_know ought_to_know must_hear_about should_hear_about should_find_out wants_to_be_told wants_to_be_informed wants_to_be_notified|notify notification alert send subscribe message',
  'should_get_one should_have_one should_have_their_own should_get_their_own should_have_his_own gets_his_own gets_her_own gets_their_own one_each one_for_each one_for_every each_should_have each_of_them_should|create add assign bulk',
  'should_belong_to should_be_part_of should_be_one_of should_be_in_our should_be_on_our wants_to_belong is_now_one_of is_now_part_of is_now_with|add member join update assign',
  'for_all_of_us for_the_rest_of for_my_colleagues with_my_colleagues with_the_others with_the_rest_of|share team group public',
  'only_for_a_day only_for_a_week only_for_a_while just_for_a_day just_for_today just_for_a_week for_one_day_only for_a_limited until_the_end_of expires_by_itself stops_by_itself ends_by_itself|expiration expire temporary limit duration',

  // It should be otherwise
  'should_be_named ought_to_be_called ought_to_read should_read should_say instead_of_saying should_say_instead say_something_else|rename update title name edit',
  'should_take_longer should_last_longer should_go_on_longer should_end_later should_end_earlier should_start_later should_start_earlier should_begin_later should_begin_earlier should_be_earlier should_be_later should_take_place_later|update reschedule extend duration time date',
  'should_be_on should_be_running must_be_running has_to_be_on has_to_be_running must_stay_on should_stay_on|enable start activate',
  'should_be_off must_be_off has_to_be_off should_not_be_running must_not_be_running should_not_run must_not_run should_stay_off|disable stop deactivate',
  'should_happen_automatically should_happen_by_itself should_go_by_itself should_run_by_itself without_me_having without_anyone_having without_human no_human by_itself all_by_itself|automation rule trigger schedule workflow',
  'should_look_different should_look_like looks_different_from does_not_look_like_us in_our_colors our_look|branding theme template customize update style',
  'should_stay must_stay should_be_kept should_remain must_remain has_to_stay not_be_thrown_away not_to_be_thrown not_to_be_deleted|retention keep protect lock archive',
  'should_come_back must_come_back has_to_come_back should_be_brought_back needs_to_come_back|restore reactivate recover',
  'should_not_count must_not_count does_not_count should_be_left_out leave_*_out_of leave_out_the left_out_of take_no_notice|exclude ignore filter remove',
  'should_only_be should_only_have must_only_be not_more_than not_less_than|limit update set restrict',
  'should_be_the_first should_be_at_the_top should_come_first should_stand_first ought_to_be_on_top should_be_on_top always_on_top always_at_the_top stay_at_the_top|pin order position reorder update priority',
  'is_more_important_than more_important_than less_important_than is_not_so_important not_that_important not_so_urgent is_urgent_now became_urgent|priority update urgency reorder',

  // Regret, mistakes and second thoughts
  'i_take_it_back i_take_that_back wish_i_had_not wish_we_had_not should_not_have_sent should_not_have_said should_not_have_posted should_not_have_written said_too_much|delete recall remove unsend edit',
  'sent_too_early sent_too_soon too_early_sent posted_too_early posted_too_soon published_too_early published_too_soon was_not_ready was_not_finished_yet|unpublish draft delete recall cancel',
  'chose_the_wrong picked_the_wrong took_the_wrong entered_the_wrong put_in_the_wrong typed_in_the_wrong selected_the_wrong wrong_one wrong_number_entered wrong_date wrong_day wrong_name|update change edit correct',
  'did_it_twice made_it_twice entered_twice entered_it_twice created_twice added_twice there_twice in_there_twice listed_twice shows_up_twice appears_twice two_the_same there_are_two_of|delete merge duplicate remove',
  'changed_my_mind_about thought_better_of on_second_thought second_thoughts having_second_thoughts better_not|cancel undo revert delete',
  'too_late_for cannot_come_after_all cannot_go_after_all cannot_do_it_after_all not_coming_after_all something_came_up something_has_come_up got_in_the_way came_in_between|cancel reschedule decline update',
  'should_have_been_done_by should_have_been_here should_have_come should_have_arrived should_have_happened|overdue status track late list',

  // Complaints
  'gets_on_my_nerves drives_me_crazy bugs_me_all cannot_stand_it is_a_nuisance getting_too_much too_much_noise|mute unsubscribe notification block snooze disable',
  'it_keeps_telling keeps_reminding keeps_asking_me keeps_sending keeps_writing_to keeps_calling_me keeps_posting keeps_messaging keeps_contacting keeps_pestering pesters|mute block unsubscribe notification disable',
  'is_unfair is_insulting is_offensive is_disgusting is_illegal is_against_the_law is_a_lie is_not_true spreads_lies spreading_rumors should_not_be_allowed_here|report flag moderation remove',
  'is_a_fake is_fake not_the_real_one poses_as claims_to_be is_not_who|report verify block impersonation',
  'does_nothing nothing_happens it_hangs does_not_respond not_responding no_reaction is_dead is_frozen froze_up|status restart health log check',
  'has_been_waiting_for waiting_for_weeks waiting_for_days waiting_for_hours still_waiting waited_long_enough no_answer_yet nobody_has_answered nobody_has_replied never_answered never_replied without_a_reply without_an_answer unanswered|status open pending unresolved list',
  'takes_ages takes_too_much_time too_many_clicks by_hand_every_time every_time_by_hand again_and_again each_time_anew from_the_beginning_each|automation bulk template rule batch',
  'cannot_tell_which all_look_the_same all_look_alike looks_the_same hard_to_tell cannot_tell_them|label tag name color rename',
  'it_is_a_mess is_a_mess what_a_mess in_a_mess total_chaos all_over_the_place messy untidy cluttered_up|organize move sort group folder archive',
  'too_many_of_them too_many_of_these far_too_many_of there_are_too_many list_is_too_long lost_in_the_list|filter archive delete search group limit',
  'what_am_i_paying_for why_am_i_paying why_is_it_so_expensive why_did_it_cost why_so_much why_was_i_charged why_have_i_been_charged what_is_this_charge|invoice charge billing usage get',

  // Safety and fear
  'do_not_want_to_lose must_not_get_lost must_not_be_lost must_not_lose cannot_afford_to_lose not_to_lose afraid_of_losing|backup snapshot export lock archive save',
  'in_case_it_breaks in_case_of_fire in_case_of_emergency if_the_worst if_everything_breaks if_it_goes_wrong if_something_goes_wrong if_all_else_fails to_be_on_the_safe on_the_safe_side better_safe|backup snapshot restore failover',
  'am_i_being_watched is_somebody_spying spying_on is_anybody_listening who_is_spying somebody_is_using_my someone_uses_my someone_is_using_my somebody_else_is_using someone_else_is_using|session device audit revoke log',
  'might_have_been_hacked may_have_been_hacked think_i_was_hacked we_were_hacked i_was_hacked somebody_broke_in someone_broke_in broke_into got_into_our got_into_my|audit log revoke session reset security',
  'is_it_safe is_that_safe is_this_safe how_safe_is how_secure_is any_risk any_danger|security check scan verify status',
  'before_anyone_notices before_anybody_notices before_anyone_sees before_it_is_too_late quickly_before before_it_gets_out|delete remove unpublish cancel undo',

  // Before, after, as soon as
  'as_soon_as_it as_soon_as_he as_soon_as_she as_soon_as_they as_soon_as_there as_soon_as_somebody as_soon_as_someone the_moment_it the_moment_somebody whenever_a whenever_an whenever_the whenever_someone whenever_somebody every_time_a every_time_someone every_time_somebody each_time_someone|webhook trigger rule notification automation subscribe',
  'before_it_goes_live before_it_goes before_we_send before_i_send before_it_is_sent before_they_see before_publishing before_anyone_else what_would_it_look what_will_it_look how_will_it_look how_would_it_look|preview test validate draft review',
  'a_day_before a_week_before an_hour_before ten_minutes_before the_day_before a_few_days_before shortly_before well_before|reminder notification alert schedule',
  'after_a_year after_a_month after_a_week after_some_time after_a_certain when_they_get_old when_it_gets_old when_it_is_old once_it_is_old|retention expiration lifecycle policy archive',
  'first_thing_tomorrow first_thing_in_the later_today tonight_at at_midnight in_two_hours in_an_hour in_ten_minutes not_now_but|schedule later time date',
  'until_further_notice open_end with_no_end without_an_end|permanent disable unlimited expiration',
  'in_the_meantime for_the_next_few for_the_next_two for_the_next_week over_the_weekend during_the_holidays over_christmas over_the_holidays|schedule temporary override duration',

  // Allowed and not wanted
  'must_be_allowed_to should_be_allowed_to has_to_be_allowed_to ought_to_be_allowed is_now_allowed needs_to_be_allowed let_*_be_able must_be_able_to|permission allow enable access role grant add',
  'do_not_want_*_to_see do_not_want_*_to_know do_not_want_*_to_read do_not_want_*_to_open do_not_want_anyone do_not_want_anybody do_not_want_everyone do_not_want_everybody do_not_want_strangers do_not_want_people do_not_want_others|private restrict visibility permission access collaboration',
  'do_not_want_*_to_happen must_not_happen should_not_happen must_never_happen must_not_happen_again should_never_happen|rule prevent protection policy block alert',
  'has_to_be_finished has_to_come_before comes_before_the must_come_before only_when_that|dependency blocked add relation',
  'have_nothing_to_do_with has_nothing_to_do_with not_our_business not_for_us does_not_concern_us does_not_concern_me|remove dismiss ignore unsubscribe',
  'who_is_to_blame whose_fault who_is_guilty who_caused_this who_caused_it|audit log history activity event',

  // Putting, bringing and leaving, as wishes
  'should_be_reminded must_be_reminded has_to_be_reminded needs_reminding wants_to_be_reminded remind_us_of do_not_let_us_forget should_not_forget must_not_forget must_remember_to has_to_remember|reminder create add notification',
  'do_not_ring do_not_call_me do_not_write_to_me not_to_be_disturbed not_be_disturbed want_to_be_left_alone leave_us_in_peace no_calls_until nothing_until|snooze dnd mute status disturb',
  'nobody_may_throw nobody_may_remove nobody_may_erase nobody_may_destroy nobody_throws no_one_may_delete must_not_throw must_not_be_thrown must_not_be_removed must_not_be_erased not_throw_*_away not_throw_away until_the_trial until_the_lawsuit until_the_court|hold legal retention protect lock create',
  'should_hand_in_*_herself should_hand_in should_send_us_*_files should_upload should_put_*_herself should_put_*_himself should_put_*_themselves customers_should_send give_us_their_files give_us_*_papers let_*_hand_in|upload file request',
  'without_asking without_asking_me without_my_permission without_permission without_my_consent without_telling_me without_being_asked|approval request permission locked require restrict',
  'one_hour_later an_hour_later two_hours_later half_an_hour_later one_day_later a_day_later two_days_later an_hour_earlier one_hour_earlier a_day_earlier one_day_earlier|update reschedule move time date',
  'arrange_*_for_me arrange_meetings_for plan_*_for_me arranges_my_appointments plans_my_meetings keeps_my_calendar makes_my_appointments looks_after_my_calendar|assistant delegate scheduler assign',
  'should_vanish should_disappear must_vanish has_to_vanish should_be_erased must_be_erased has_to_be_erased should_not_be_there_any must_not_be_there_any|delete remove erase',
  'with_the_word with_these_words containing_the_word that_contain_the that_mention_the that_say_the|filter search keyword',

  // Who may, by name
  'let_only_*_see only_*_should_see only_*_may_see only_*_can_see only_*_sees only_*_should_read only_*_may_read only_*_may_open only_*_can_open only_*_should_get only_*_may_use only_*_should_know|restrict private ephemeral permission access visibility',
  'no_longer_sign_in no_longer_log_in must_not_sign_in should_not_sign_in cannot_be_allowed_to_log not_get_in_any no_longer_get_in|deactivate disable revoke session user suspend',
  'no_longer_want_to_share do_not_want_to_share no_longer_share not_share_with_*_any stop_sharing_with|unshare remove share collaboration partner member',
  'no_longer_want_to_see do_not_want_to_see_any no_longer_see do_not_show_me show_nothing_from see_nothing_from show_me_nothing nothing_more_from|mute hide block filter',
  'should_not_be_in must_not_be_in not_be_in_the_list should_not_be_on must_not_be_on should_stay_out should_stay_out_of keep_*_out_of|exclude hide archive visibility filter remove',
  'able_to_talk_in able_to_write_in able_to_take_part should_be_able_to_join|invite add member join',
  'tell_me_whenever tell_us_whenever let_me_know_whenever tell_me_every_time tell_me_each_time tell_me_immediately let_me_know_immediately want_to_be_the_first_to|notify notification subscribe follow alert webhook',
  'who_gets_his who_gets_her who_gets_their who_inherits inherit falls_to_the_successor what_happens_to_his what_happens_to_her what_happens_to_their|transfer owner move reassign',
  'has_been_let_into been_let_into been_let_in was_let_into was_let_in|member collaboration access list participant',
  'want_*_to_stay must_remain_where must_stay_where have_to_stay|hold retention keep lock protect',
  'drop_*_files drop_her_files drop_his_files drop_their_files drop_files drop_*_papers bring_*_papers bring_us_*_papers|upload request file',
  'two_people_are_working two_people_work working_on_it_at_the_same overwrite_each_other overwriting_each in_each_others_way|lock conflict version',
  'who_never those_who_never which_*_never nobody_ever_uses has_never_been_used never_been_used|inactive unused last list report',
  'to_be_woken be_woken not_be_woken woken_for woken_up_for get_woken do_not_want_to_be_disturbed do_not_want_to_be_called do_not_want_to_be_bothered|snooze mute notification silence suppress',
  'do_not_want_outsiders no_more_outsiders keep_outsiders only_regulars only_people_we_know only_known_people|restrict limit interaction private block',
  'no_longer_wants_our does_not_want_us wants_to_stop_being wants_to_leave_us ends_with_us|cancel unsubscribe subscription',
  'not_everybody_may not_everyone_may not_everybody_should not_everyone_should not_everybody_can not_everyone_can not_everybody_must not_just_anyone not_just_anybody|private visibility restrict permission access',
  'may_be_seen_by should_only_be_seen to_be_seen_by only_be_seen_by seen_by_*_only read_by_*_only opened_by_*_only used_by_*_only|permission restrict visibility private access',
  'should_be_readable must_be_readable be_readable_for readable_for_the readable_by_the should_be_visible must_be_visible be_visible_for be_visible_to|share public permission access visibility',
  'from_being_readable from_being_seen from_being_visible from_being_shared no_longer_readable no_longer_visible no_longer_be_readable no_longer_be_visible|revoke private unshare visibility unpublish',
  'tell_my_phone my_phone_should_ring on_my_phone_when to_my_phone_when buzz_when beep_when|push notification subscription alert',
];
