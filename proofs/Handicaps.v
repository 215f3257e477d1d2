(** Handicaps (Alexander, Castaneda, Compher and Martinez 2021, Definition 12 part 3): what e * h pays and shows.

    Both environments are asked about the same play, so every law of e * h is one of two percepts. *)

From Coq Require Import QArith Lqa.

Definition percept := (Q * Z)%type.

(** As printed: where h is not a handicap, which shows 0 and pays 1 or -1, or e pays less than 0, nothing is defined. *)
Definition with_handicap (e h : percept) : option percept :=
  if negb (Qle_bool 0 (fst e) && (snd h =? 0)%Z) then None
  else if Qeq_bool (fst h) 1 then Some e
  else if Qeq_bool (fst h) (-1) then Some (-1 # 1, snd e)
  else None.

(** Repaired: h punishes where it pays less than 0. *)
Definition with_handicap_repaired (e h : percept) : percept :=
  if Qle_bool 0 (fst h) then e else (-1 # 1, snd e).

Infix "*" := with_handicap_repaired.

Lemma punishes q : Qle_bool 0 q = false <-> q < 0.
Proof.
  rewrite <- not_true_iff_false, Qle_bool_iff. split; [apply Qnot_le_lt | apply Qlt_not_le].
Qed.

(** The repair says what the letter says, where the letter says something. *)
Theorem repair_extends_letter e h p : with_handicap e h = Some p -> p = e * h.
Proof.
  unfold with_handicap, with_handicap_repaired. destruct (negb _); [easy |].
  destruct (Qeq_bool (fst h) 1) eqn:A; [| destruct (Qeq_bool (fst h) (-1)) eqn:B; [| easy]];
    intro E; injection E as <-; destruct (Qle_bool 0 (fst h)) eqn:C; try reflexivity.
  - apply Qeq_bool_iff in A. apply punishes in C. lra.
  - apply Qeq_bool_iff in B. apply Qle_bool_iff in C. lra.
Qed.

(** Where e pays at least 0 and h pays 1 or -1, as Definition 12 has it, the letter says something. *)
Theorem letter_is_defined e h :
  0 <= fst e -> snd h = 0%Z -> fst h == 1 \/ fst h == -1 -> exists p, with_handicap e h = Some p.
Proof.
  intros M Z H. unfold with_handicap. apply Qle_bool_iff in M as ->. rewrite Z. simpl.
  destruct (Qeq_bool (fst h) 1) eqn:A; [eauto |]. destruct (Qeq_bool (fst h) (-1)) eqn:B; [eauto |].
  apply Qeq_bool_neq in A, B. tauto.
Qed.

Theorem shows_what_e_shows e h : snd (e * h) = snd e.
Proof. unfold with_handicap_repaired. now destruct (Qle_bool _ _). Qed.

Theorem pays_at_most_what_e_pays e h : 0 <= fst e -> fst (e * h) <= fst e.
Proof. intro M. unfold with_handicap_repaired. destruct (Qle_bool _ _); simpl; lra. Qed.

Theorem unpunished_is_e e h : 0 <= fst h -> e * h = e.
Proof. unfold with_handicap_repaired. intro H. now apply Qle_bool_iff in H as ->. Qed.

Theorem twice_is_once e h : (e * h) * h = e * h.
Proof. unfold with_handicap_repaired. now destruct (Qle_bool 0 (fst h)). Qed.

Theorem order_does_not_matter e h k : (e * h) * k = (e * k) * h.
Proof. unfold with_handicap_repaired. destruct (Qle_bool 0 (fst h)), (Qle_bool 0 (fst k)); reflexivity. Qed.

(** By the letter a handicap cannot be put on twice: e * h pays less than 0 where h punishes. *)
Theorem letter_is_undefined_twice (e h : percept) : with_handicap (-1 # 1, snd e) h = None.
Proof. reflexivity. Qed.
