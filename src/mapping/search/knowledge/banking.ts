/**
 * How people speak of bank accounts, cards, incomes and debts, and of programs that look into them: `left|right`, as
 * in `leanings`.
 */
export const banking: readonly string[] = [
  // Connecting to a bank
  'hook_up_my_bank connect_my_bank link_my_bank add_my_bank bring_in_my_bank let_the_app_into_my_bank sign_in_to_my_bank connect_a_bank|link token create item public exchange',
  'disconnect_my_bank unhook_my_bank cut_the_bank_off forget_my_bank no_longer_look_into_my_bank take_the_bank_out|remove item delete',
  'has_to_sign_in_again bank_wants_a_new_login login_at_the_bank_has_expired reconnect_the_bank|link token update item login reset',
  'is_the_connection_still_good does_the_bank_connection_work health_of_the_connection when_was_the_bank_last|get item status update',
  'fetch_fresh_numbers latest_numbers_from_the_bank look_again_at_the_bank pull_from_the_bank_again|refresh transaction balance get',
  'does_your_service_know_my_bank is_my_bank_there find_a_bank banks_in_germany banks_with_the_name|search institution get',
  'logo_of_the_bank which_bank_is_that name_of_the_bank_behind|institution get id',
  'key_was_seen new_key_for_the_connection change_the_key_of_the_connection|invalidate access token item rotate',
  'where_should_you_call_us tell_us_about_news_from_the_bank address_for_news|webhook update item',
  'is_this_call_really_from_you genuine_call forged_call|webhook verification key get',
  'what_have_they_agreed_to what_may_we_see consent_of_the_customer|consent item get product',

  // Accounts and numbers
  'what_is_in_the_account how_much_is_there how_much_is_left_in how_rich current_worth what_is_in_my_purse|balance account get',
  'all_my_accounts which_accounts_do accounts_at_the_bank savings_and_checking kinds_of_accounts|account list get',
  'number_to_wire_to number_for_a_transfer numbers_of_the_account account_details_for_payroll where_to_send_the_salary|auth account number get',
  'whose_account_is_this is_that_his_account does_the_account_belong name_at_the_bank who_owns_the_account|identity account owner get match',
  'does_the_name_fit same_name_as_at_the_bank compare_the_name|identity match',

  // Movements
  'what_did_they_buy what_did_she_spend what_did_he_spend where_did_the_money_go spending_of_the_last what_went_out what_came_in|transaction list get sync',
  'new_movements_since what_is_new_on_the_account anything_new_on_the_account|transaction sync get',
  'what_kind_of_shop what_was_this_for sort_my_spending which_kind_of_spending make_sense_of_the_spending|category enrich transaction get',
  'clean_up_the_bank_text readable_shop_names what_is_this_on_my_statement|enrich transaction merchant',
  'comes_every_month same_amount_every_month which_subscriptions_do_i rent_and_salary|recurring transaction stream get',
  'papers_from_the_bank monthly_paper_of_the_bank pdf_of_the_statement|statement download list',

  // Wealth and debts
  'what_do_i_own my_shares_and_funds worth_of_my_shares my_stocks_and_bonds|investment holding get',
  'what_did_i_buy_and_sell bought_shares sold_shares dividends_i_got|investment transaction get',
  'what_do_i_still_have_to_pay what_do_i_owe how_much_debt mortgage_and_student interest_on_my_loan when_is_the_next_loan|liability loan get',
  'pension_and_savings retirement_pot|investment account holding',
  'proof_of_wealth show_the_landlord can_he_pay_the_rent can_she_pay_the_rent enough_for_a_mortgage|asset report create get',
  'give_the_lender_a_copy hand_the_report_to_the_lender let_the_lender_see|audit copy asset report create relay share',
  'lender_must_not_see_it_any take_the_report_back|remove revoke audit copy report relay',
  'newer_report fresh_report bring_the_report_up_to_date|refresh report asset',
  'without_the_gambling leave_out_some_accounts only_some_accounts|filter asset report account',

  // Incomes and jobs
  'what_does_she_earn what_does_he_earn how_much_do_they_make monthly_pay proof_that_he_earns proof_that_she_earns|income payroll verification get',
  'works_where_they_say does_he_really_work_there does_she_really_work_there proof_of_a_job who_is_the_employer|employment verification get',
  'pay_papers wage_papers upload_their_pay_slips tax_papers_of_the_employee w2|document income paystub upload get',
  'money_that_comes_in_regularly side_jobs gig_money|income bank get',

  // Paying and moving money
  'take_the_rent_from take_*_from_the_account collect_the_fee_from pull_*_from_the_account debit_the|transfer create authorization debit payment',
  'send_*_to_his_account send_*_to_her_account pay_out_to_the_customer put_money_into_the_account|transfer create credit payout',
  'is_it_safe_to_take_the_money will_there_be_enough will_the_payment_bounce will_it_go_through_or_bounce|evaluate signal risk authorization transfer',
  'payment_came_back_from_the_bank returned_by_the_bank it_bounced tell_you_it_bounced|return report signal transfer event',
  'call_the_transfer_off transfer_must_not_go do_not_send_the_money_after|cancel transfer payment',
  'take_it_every_month_from every_first_of_the_month_from standing_payment|recurring transfer create',
  'how_far_is_the_transfer has_the_money_moved where_is_my_transfer|transfer event get status list',
  'pay_straight_from_the_bank pay_without_a_card pay_by_bank|payment initiation create',
  'whom_do_we_pay person_who_gets_the_money set_up_who_gets_paid|recipient payment create',
  'allow_us_to_take_payments agreed_to_repeated_payments|consent payment initiation create mandate',
  'our_own_pot_of_money our_own_wallet money_we_hold_for_customers|wallet ledger balance get create',
  'top_up_our_pot fill_our_pot take_money_out_of_our_pot|ledger deposit withdraw wallet transaction execute',

  // Who is it
  'is_she_who_she_says is_he_who_he_says really_exists check_the_passport take_a_selfie_and_passport|identity verification create get',
  'let_them_try_the_check_again second_try_at_the_check|retry identity verification',
  'is_he_on_a_list is_she_on_a_list on_a_sanctions_list terrorist_list keep_an_eye_on_criminals|watchlist screening individual create get',
  'companies_on_a_list is_the_company_clean sanctioned_company|watchlist screening entity create get',
  'that_is_another_man_with_the_same_name not_the_one_on_the_list false_match|watchlist screening review hit create',
  'known_bad_account fraud_at_other_firms tell_others_about_the_fraud|beacon report fraud create',
  'seen_elsewhere_before same_bank_login_used_twice|duplicate beacon item get',

  // Cards
  'swallowed_by_the_machine ate_my_card left_my_card_in|card block freeze replace cancel',
  'cannot_pay_with_my_card card_does_not_work card_is_refused|decline card authorization get status',
  'no_more_than_*_a_month keep_the_spending_below cap_on_the_card|limit control card spending update',
  'plastic_for_the_new_employee card_for_the_new_employee card_for_my_employee virtual_card one_time_card|issue card create cardholder',
  'pin_forgotten forgot_the_pin see_the_pin|pin card update reveal',
  'warm_the_card_up switch_the_new_card_on card_came_in_the_mail|activate card',

  // Trying out
  'make_believe_bank make_believe_account pretend_the_bank fake_a_failed_login play_through|sandbox simulate test fire item',
  'act_as_if_money_came fake_a_transfer pretend_a_transfer|sandbox transfer simulate',
];
