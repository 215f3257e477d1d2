(** The finite cases on which the definitions of these files are compared with those in Python.

    Each [Compute] prints numbers in the order in which proofs_as_tests/proofs/test_the_tie.py computes them. *)

From Coq Require Import List ZArith QArith Bool.
Require Import RealityCheck Drest Torus Handicaps Preferences.
Import ListNotations.

Definition bit (b : bool) : Z := if b then 1%Z else 0%Z.
Definition fraction (q : Q) : list Z := let r := Qred q in [Qnum r; Zpos (Qden r)].

(** All lists of [n] elements of [choices], in lexicographic order. *)
Fixpoint lists {A} (choices : list A) (n : nat) : list (list A) :=
  match n with O => [[]] | S n => flat_map (fun c => map (cons c) (lists choices n)) choices end.

(** * The reality check *)

Notation small_prompt := (prompt bool bool).
Definition rc := reality_check bool bool bool eqb.

Fixpoint length_of (h : small_prompt) : nat := match h with First _ => 1 | Then h _ _ => S (length_of h) end.

(** The prompt of a list of an odd length: percept, action, percept, and so on. *)
Fixpoint grow (h : small_prompt) (l : list bool) : small_prompt :=
  match l with y :: x :: l => grow (Then h y x) l | _ => h end.
Definition as_prompt (l : list bool) : small_prompt := match l with x :: l => grow (First x) l | [] => First false end.

Definition bits := [false; true].
Definition prompts_of n := lists bits (2 * n - 1).

(** Every prompt of at most 4 percepts, with every answer on it and on its beginnings. *)
Compute flat_map (fun n => flat_map (fun h => map (fun answers =>
  bit (rc (fun g => nth (length_of g - 1) answers false) (as_prompt h))) (lists bits n)) (prompts_of n)) [1; 2; 3; 4]%nat.

(** Every agent on the ten prompts of at most 2 percepts: its reality check on each. An agent is a list of ten answers. *)
Definition place (h : small_prompt) : nat :=
  match h with
  | First x => if x then 1 else 0
  | Then (First x) y x' => 2 + (if x then 4 else 0) + (if y then 2 else 0) + (if x' then 1 else 0)
  | _ => 0
  end%nat.
Compute flat_map (fun answers => map (fun h => bit (rc (fun g => nth (place g) answers false) (as_prompt h)))
  (prompts_of 1 ++ prompts_of 2)) (lists bits 10).

(** The repaired reading for agents with chance, on prompts of at most 3 percepts: an answer is a set of actions. *)
Definition possible_in (a : bool * bool) (y : bool) := if y then snd a else fst a.
Definition sets := [(true, false); (false, true); (true, true)].
Compute flat_map (fun n => flat_map (fun h => flat_map (fun answers =>
  let a := reality_check bool bool (bool * bool) possible_in (fun g => nth (length_of g - 1) answers (true, true))
    (as_prompt h) in [bit (fst a); bit (snd a)]) (lists sets n)) (prompts_of n)) [1; 2; 3]%nat.

(** * The DREST return: every distribution in quarters, for k = 2 and 3, up to 4 mini-episodes *)

Definition quarters := [0; 1#4; 1#2; 3#4; 1]%Q.
Definition distributions k := filter (fun p => Qeq_bool (fold_right Qplus 0%Q p) 1%Q) (lists quarters k).
Definition at_ (l : list Q) (i : nat) := nth i l 0%Q.
Definition shares k := match k with 2%nat => [[1; 1]; [1#2; 1]] | _ => [[1; 1; 1]; [1#2; 1; 1#3]] end%Q.
Compute flat_map (fun k => flat_map (fun root => flat_map (fun u => flat_map (fun p => flat_map (fun number =>
  fraction (expected_return root k (at_ p) (at_ u) number 0 none)) [1; 2; 3; 4]%nat)
  (distributions k)) (shares k)) [1#2; 2#3]%Q) [2; 3]%nat.
Compute flat_map (fun k => flat_map (fun u => flat_map (fun p =>
  fraction (weighted_return (at_ [1; 1#2; 1#2; 1#5]%Q) (3#4) k (at_ p) (at_ u) 4)) (distributions k)) (shares k))
  [2; 3]%nat.

(** * The length of a way on a torus: every pair of locations on every torus to 12 x 12

    A checksum stands for the lengths of one torus: the sum of each length times its place. *)

Definition upto (n : nat) : list Z := map Z.of_nat (seq 0 n).
Definition locations h w := list_prod (upto h) (upto w).
Definition checksum (lengths : list Z) : Z :=
  snd (fold_left (fun state each => (Z.succ (fst state), snd state + fst state * each)%Z) lengths (1, 0)%Z).
Definition of_every_torus (length : Z -> Z -> Z * Z -> Z * Z -> Z) :=
  flat_map (fun h => map (fun w => checksum (map (fun pq => length (Z.of_nat h) (Z.of_nat w) (fst pq) (snd pq))
    (list_prod (locations h w) (locations h w)))) (seq 1 12)) (seq 1 12).
Compute of_every_torus torus_length.
Compute of_every_torus published_length.

(** * Handicaps: rewards from -2 to 2 in halves; by the letter, then repaired. What is not defined is 9. *)

Definition halves := map (fun n => Qmake n 2) [-4; -3; -2; -1; 0; 1; 2; 3; 4]%Z.
Definition percepts := list_prod halves [0; 1]%Z.
Definition shown (p : percept) := fraction (fst p) ++ [snd p].
Compute flat_map (fun eh =>
  match with_handicap (fst eh) (snd eh) with Some p => shown p | None => [9%Z] end) (list_prod percepts percepts).
Compute flat_map (fun eh => shown (with_handicap_repaired (fst eh) (snd eh))) (list_prod percepts percepts).

(** * Preferences: every relation on 3 options; indifference, gap and preference of each pair, then whether indifference
    is transitive, and sensitive *)

Definition options := [0; 1; 2]%nat.
Definition relation (l : list bool) (x y : nat) := nth (3 * x + y) l false.
Definition pairs := list_prod options options.
Definition all (f : nat -> bool) := forallb f options.
Definition transitive_on (R : nat -> nat -> bool) :=
  all (fun x => all (fun y => all (fun z => implb (R x y && R y z) (R x z)))).
Definition sensitive_on (weakly : nat -> nat -> bool) :=
  let p := prefers nat weakly in
  all (fun x => all (fun y => implb (indifferent nat weakly x y)
    (all (fun z => implb (p z x) (p z y) && implb (p x z) (p y z))))).
Compute flat_map (fun l => let weakly := relation l in
  flat_map (fun xy => map (fun f : (nat -> nat -> bool) -> nat -> nat -> bool => bit (f weakly (fst xy) (snd xy)))
    [indifferent nat; gap nat; prefers nat]) pairs
  ++ [bit (transitive_on (indifferent nat weakly)); bit (sensitive_on weakly)]) (lists bits 9).
